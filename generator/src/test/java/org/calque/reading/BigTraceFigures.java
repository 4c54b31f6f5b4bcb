package org.calque.reading;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import org.calque.mutation.SourceTraces;
import org.calque.replay.ProgramBuilder;
import org.calque.trace.ExecutionTrace;
import org.calque.trace.ExecutionTraceReader;

/**
 * Prints what reading, and with {@code plan} planning, a step of each size takes. Sizes are in MB;
 * each wants a JVM of its own, as the peak of resident memory is that of the process:
 *
 * <pre>{@code
 * for size in 10 100 300 1000; do
 *   java -Xmx768m -cp TEST_CLASSPATH org.calque.reading.BigTraceFigures gpt_train $size plan
 * done
 * }</pre>
 */
public final class BigTraceFigures {
  private static final double MEGABYTE = 1e6;

  private BigTraceFigures() {}

  /** Arguments: the start of the file name of the step to repeat, a size, and whether to plan. */
  public static void main(String[] arguments) throws IOException {
    Path file = Files.createTempFile("big", ".et.json");
    try {
      long nodes = write(arguments[0], Long.parseLong(arguments[1]), file);
      measure(file, nodes, arguments.length > 2);
    } finally {
      Files.delete(file);
    }
  }

  private static long write(String step, long megabytes, Path file) throws IOException {
    BigTrace[] trace = new BigTrace[1];
    SourceTraces.forEach(
        (name, json) -> {
          if (name.startsWith(step)) {
            trace[0] = new BigTrace(json);
          }
        });
    try (OutputStream out = new BufferedOutputStream(Files.newOutputStream(file), 1 << 20)) {
      return trace[0].write(out, (long) (megabytes * MEGABYTE));
    }
  }

  private static void measure(Path file, long nodes, boolean plan) throws IOException {
    double start = seconds();
    double startOnCpu = secondsOnCpu();
    ExecutionTrace trace = ExecutionTraceReader.read(file);
    double read = seconds() - start;
    double readOnCpu = secondsOnCpu() - startOnCpu;
    if (trace.size() != nodes || !trace.repairs().isEmpty()) {
      throw new IllegalStateException(
          trace.size() + " nodes for " + nodes + ", repairs " + trace.repairs());
    }
    double megabytes = Files.size(file) / MEGABYTE;
    System.out.printf(
        Locale.ROOT,
        "%7.0f MB %9d nodes, read %6.2f s (CPU %.2f s), %4.0f MB/s, live %4.0f MiB",
        megabytes,
        nodes,
        read,
        readOnCpu,
        megabytes / readOnCpu,
        live());
    if (plan) {
      start = seconds();
      int steps = ProgramBuilder.build("big", trace).steps().size();
      double planned = seconds() - start;
      System.out.printf(
          Locale.ROOT, ", plan %6.2f s, %d steps, live %4.0f MiB", planned, steps, live());
    }
    System.out.println(", " + peak());
  }

  private static double seconds() {
    return System.nanoTime() / 1e9;
  }

  /**
   * Of this thread: what else runs on the machine, the collector and the compiler are not in it.
   */
  private static double secondsOnCpu() {
    return ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime() / 1e9;
  }

  private static double live() {
    System.gc();
    return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed() / (double) (1 << 20);
  }

  private static String peak() throws IOException {
    return Files.readAllLines(Path.of("/proc/self/status")).stream()
        .filter(line -> line.startsWith("VmHWM"))
        .map(line -> "peak resident " + Long.parseLong(line.replaceAll("\\D", "")) / 1024 + " MiB")
        .findFirst()
        .orElse("");
  }
}
