package org.calque.launcher;

import java.io.IOException;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;
import org.calque.results.Machine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import tools.jackson.databind.JsonNode;

/**
 * Sets what a replayed step costs the machine beside what the original's cost when it was recorded:
 * time, CPU time, page faults, memory, and what the processor counts where it can be asked.
 */
@Command(
    name = "likeness",
    mixinStandardHelpOptions = true,
    description = "Compares what a step costs the machine with what the original's cost.")
final class LikenessCommand implements Callable<Integer> {
  private final Workloads workloads;
  private final PrintStream out;

  @Mixin private ChosenWorkloads chosen;
  @Mixin private AllocatorOption allocator;

  @Option(
      names = "--steps",
      paramLabel = "N",
      defaultValue = "20",
      description = "Steps to measure (default: ${DEFAULT-VALUE}).")
  private int steps;

  @Option(
      names = "--warmup",
      paramLabel = "N",
      defaultValue = "10",
      description = "Steps to replay before (default: ${DEFAULT-VALUE}).")
  private int warmUp;

  LikenessCommand(Workloads workloads, PrintStream out) {
    this.workloads = workloads;
    this.out = out;
  }

  @Override
  public Integer call() throws IOException {
    for (Manifest manifest : chosen.of(workloads)) {
      compare(manifest);
    }
    return ExitStatus.OK;
  }

  private void compare(Manifest manifest) throws IOException {
    List<String> options = List.of("--allocator", allocator.word(), "--device", "cpu");
    try (ReplayProcess replay = ReplayProcess.start(manifest.workload(), options)) {
      for (int i = 0; i < warmUp; i++) {
        replay.step();
      }
      JsonNode before = replay.usage();
      double[] seconds = new double[steps];
      for (int i = 0; i < steps; i++) {
        seconds[i] = replay.step() / 1e9;
      }
      StepCost cost = StepCost.between(before, replay.usage(), steps);
      Arrays.sort(seconds);
      print(manifest, (seconds[(steps - 1) / 2] + seconds[steps / 2]) / 2, cost);
    }
  }

  private void print(Manifest manifest, double seconds, StepCost replay) {
    Manifest.Origin origin = manifest.origin();
    StepCost original = origin.cost();
    List<LikenessRow> rows = new ArrayList<>();
    rows.add(LikenessRow.seconds("median time", origin.medianStepSeconds(), seconds));
    rows.add(LikenessRow.seconds("user CPU time", original.userSeconds(), replay.userSeconds()));
    rows.add(
        LikenessRow.seconds("system CPU time", original.systemSeconds(), replay.systemSeconds()));
    rows.add(LikenessRow.count("minor page faults", original.minorFaults(), replay.minorFaults()));
    rows.add(LikenessRow.count("major page faults", original.majorFaults(), replay.majorFaults()));
    rows.add(
        LikenessRow.mebibytes(
            "peak memory grown to", original.growthBytes(), replay.growthBytes()));
    rows.add(LikenessRow.count("instructions", original.instructions(), replay.instructions()));
    rows.add(LikenessRow.count("cache misses", original.cacheMisses(), replay.cacheMisses()));
    out.printf(
        "%s: %d steps after %d, allocator %s; original: PyTorch %s on %s, replay: on %s%n",
        manifest.workload(),
        steps,
        warmUp,
        allocator.word(),
        origin.torchVersion(),
        origin.cpuModel(),
        Machine.current().cpuModel());
    out.printf("  %-22s %12s %12s %7s%n", "a step", "original", "replay", "ratio");
    rows.forEach(row -> out.println("  " + row.text()));
  }
}
