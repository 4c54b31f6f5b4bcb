package org.calque.reading;

import java.io.BufferedReader;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.calque.trace.ExecutionTraceReader;
import org.calque.trace.ReadOptions;

/**
 * Answers each line {@code read FILE} or {@code scan FILE} on standard input with the nanoseconds
 * that it took, first on the clock, then on the CPU: the JVM's side of {@code
 * scripts/compare_reading.py}. Files are unpacked JSON; they are brought into memory before the
 * clock starts.
 */
public final class ReadTimes {
  private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

  private ReadTimes() {}

  /** Serves until standard input ends. */
  public static void main(String[] arguments) throws IOException {
    BufferedReader requests =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    String request;
    while ((request = requests.readLine()) != null) {
      String[] words = request.split(" ", 2);
      byte[] json = Files.readAllBytes(Path.of(words[1]));
      long start = System.nanoTime();
      long startOnCpu = THREADS.getCurrentThreadCpuTime();
      if (words[0].equals("read")) {
        read(json);
      } else {
        scan(json);
      }
      long onCpu = THREADS.getCurrentThreadCpuTime() - startOnCpu;
      System.out.println((System.nanoTime() - start) + " " + onCpu);
      System.out.flush();
    }
  }

  private static void read(byte[] json) {
    int[] size = new int[1];
    ExecutionTraceReader.readAll(
        "trace",
        "trace",
        new ByteArrayInputStream(json),
        ReadOptions.DEFAULT,
        trace -> size[0] = trace.size());
    if (size[0] == 0) {
      throw new IllegalStateException("there are no nodes");
    }
  }

  private static void scan(byte[] json) {
    if (BareScan.tokens(json) == 0) {
      throw new IllegalStateException("there are no tokens");
    }
  }
}
