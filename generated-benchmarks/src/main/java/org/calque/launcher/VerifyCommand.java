package org.calque.launcher;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import org.calque.runtime.Device;
import org.calque.runtime.Engine;
import org.calque.runtime.ReplayException;
import org.calque.runtime.ReplayOptions;
import org.calque.runtime.Uncovered;
import org.calque.runtime.Workload;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/**
 * Checks that replays do the work of the recordings: replays a step of each workload once, with the
 * engine's own recorder switched on, and compares the two recordings.
 */
@Command(
    name = "verify",
    mixinStandardHelpOptions = true,
    description =
        "Records one step of each workload's replay, and compares that with the trace: operators"
            + " and what they call, shapes, strides, element types, scalars, shared memory.",
    footer = {
      "",
      "Exit status: 0 all agree, 1 something differs or a replay fails,",
      "2 wrong arguments or a workload that cannot be replayed here."
    })
final class VerifyCommand implements Callable<Integer> {
  /** Other devices have other kernels, which call other operators inside. */
  private static final String RECORDED_ON = "cpu";

  private final Workloads workloads;
  private final PrintStream out;

  @Mixin private ChosenWorkloads names;
  @Mixin private MemoryOption memory;
  @Mixin private EngineOptions engineOptions;

  @Option(
      names = "--trace",
      paramLabel = "FILE",
      description = "The trace of the workload, in place of the one in the jar.")
  private Path trace;

  @Option(
      names = "--keep",
      paramLabel = "FILE",
      description = "Where to keep the recording of the workload's replay.")
  private Path keep;

  @Option(
      names = "--threads",
      paramLabel = "N",
      defaultValue = "1",
      description =
          "Threads of every native thread pool, as many as the trace was recorded with: kernels"
              + " divide their work by them (default: ${DEFAULT-VALUE}).")
  private int threads;

  @Option(names = "--all", description = "Print every difference, not only the first ones.")
  private boolean all;

  VerifyCommand(Workloads workloads, PrintStream out) {
    this.workloads = workloads;
    this.out = out;
  }

  @Override
  public Integer call() throws IOException {
    List<Manifest> chosen = names.of(workloads);
    if (chosen.size() != 1 && (trace != null || keep != null)) {
      throw new ReplayException("--trace and --keep are of one workload; name it");
    }
    Engine engine = engineOptions.engine();
    Device device = engine.device(engineOptions.wordOr(RECORDED_ON));
    Preflight preflight =
        new Preflight(engine, device, Uncovered.REFUSED, memory.bound(engine.freeBytes(device)));
    chosen.forEach(preflight::check);
    VerifyReport report = new VerifyReport(engine.library(), all, out);
    int agreeing = 0;
    for (Manifest workload : chosen) {
      Verification verification = verify(engine, workload);
      report.print(workload, verification);
      agreeing += verification.agrees() ? 1 : 0;
    }
    report.printSum(chosen.size(), agreeing);
    return agreeing == chosen.size() ? ExitStatus.OK : ExitStatus.FAILED;
  }

  private Verification verify(Engine engine, Manifest manifest) throws IOException {
    Original original = trace == null ? Original.packed(manifest) : Original.in(trace, manifest);
    Path file = keep == null ? Files.createTempFile("calque-", ".et.json") : keep;
    try (Workload workload = Workloads.instance(manifest)) {
      workload.open(ReplayOptions.of(threads).withDevice(engineOptions.wordOr(RECORDED_ON)));
      return Verification.of(
          engine, workload, original, manifest.leftOut(), manifest.prepared(), file);
    } finally {
      if (keep == null) {
        Files.delete(file);
      }
    }
  }
}
