package org.calque.launcher;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.Callable;
import org.calque.results.Coverage;
import org.calque.runtime.Device;
import org.calque.runtime.Engine;
import org.calque.runtime.ReplayException;
import org.calque.runtime.ReplayOptions;
import org.calque.runtime.Workload;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/**
 * Replays steps one at a time outside JMH, for scripts that interleave them with something else and
 * for long runs. Prints the nanoseconds of each step; with {@code --on-request} it first prints
 * {@code ready}, then answers each line {@code step} with a time and each line {@code usage} with
 * the process's resource usage as JSON, until input ends.
 */
@Command(
    name = "replay",
    mixinStandardHelpOptions = true,
    description = "Replays whole steps of a workload outside JMH and prints the time of each.")
final class ReplayCommand implements Callable<Integer> {
  private final Workloads workloads;
  private final InputStream in;
  private final PrintStream out;
  private final PrintStream err;

  @Mixin private AllocatorOption allocator;
  @Mixin private MemoryOption memory;
  @Mixin private EngineOptions engineOptions;
  @Mixin private CoverageOptions coverage;

  @Parameters(paramLabel = "WORKLOAD", description = "Name of a workload, such as gpt_train.")
  private String name;

  @Option(
      names = "--steps",
      paramLabel = "N",
      defaultValue = "10",
      description = "Steps to replay (default: ${DEFAULT-VALUE}).")
  private int steps;

  @Option(
      names = "--threads",
      paramLabel = "N",
      defaultValue = "1",
      description = "Threads of every native thread pool (default: ${DEFAULT-VALUE}).")
  private int threads;

  @Option(
      names = "--lookups",
      paramLabel = "DISTRIBUTION",
      defaultValue = "uniform",
      description = "How rows of tables are drawn: uniform or zipf:ALPHA.")
  private String lookups;

  @Option(
      names = "--pace",
      paramLabel = "WORD",
      defaultValue = "off",
      description = "Whether the step waits between operators: off or recorded.")
  private String pace;

  @Option(names = "--lazy", description = "Allocate what exists before the step at its first use.")
  private boolean lazy;

  @Option(
      names = "--check-values",
      description =
          "After the steps, count NaN, infinite and denormal numbers in every live tensor; exit"
              + " with 1 if any is NaN or infinite.")
  private boolean checkValues;

  @Option(names = "--on-request", description = "Replay a step for each line of standard input.")
  private boolean onRequest;

  ReplayCommand(Workloads workloads, InputStream in, PrintStream out, PrintStream err) {
    this.workloads = workloads;
    this.in = in;
    this.out = out;
    this.err = err;
  }

  @Override
  public Integer call() throws IOException {
    Manifest manifest = workloads.named(name);
    Engine engine = engineOptions.engine();
    Device device = engineOptions.device(engine);
    MemoryBound bound = memory.bound(engine.freeBytes(device)).forTypes(coverage.types());
    Coverage facts =
        new Preflight(engine, device, coverage.uncovered(), bound).check(manifest).facts();
    bound.check(manifest);
    err.println(bound.estimate(manifest));
    if (facts.partial()) {
      err.println(manifest.workload() + ": PARTIAL: without " + facts.share(facts.impossible()));
    }
    try (UsageMeter meter = new UsageMeter();
        Workload workload = Workloads.instance(manifest)) {
      workload.open(options().withOnBound(meter::level));
      if (onRequest) {
        answer(workload, meter);
      } else {
        for (int i = 0; i < steps; i++) {
          out.println(time(workload));
        }
        out.println(meter.json());
      }
      return checkValues ? check(manifest, workload) : ExitStatus.OK;
    }
  }

  private ReplayOptions options() {
    return ReplayOptions.of(threads)
        .withDevice(engineOptions.word())
        .withAllocator(allocator.word())
        .withTypes(coverage.types().toString())
        .withUncovered(coverage.uncovered().word())
        .withLookups(lookups)
        .withPace(pace)
        .withLazy(lazy);
  }

  private int check(Manifest manifest, Workload workload) {
    ValueReport report = ValueReport.of(manifest, workload.replay().session());
    report.print(out);
    return report.isFinite() ? ExitStatus.OK : ExitStatus.FAILED;
  }

  private void answer(Workload workload, UsageMeter meter) throws IOException {
    BufferedReader requests = new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8));
    out.println("ready");
    out.flush();
    String request;
    while ((request = requests.readLine()) != null && !request.equals("quit")) {
      switch (request) {
        case "step" -> out.println(time(workload));
        case "usage" -> out.println(meter.json());
        default -> throw new ReplayException("unknown request: " + request);
      }
      out.flush();
    }
  }

  private static long time(Workload workload) {
    long start = System.nanoTime();
    workload.step();
    return System.nanoTime() - start;
  }
}
