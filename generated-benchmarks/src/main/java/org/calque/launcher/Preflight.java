package org.calque.launcher;

import java.util.List;
import java.util.stream.Collectors;
import org.calque.results.Coverage;
import org.calque.runtime.Device;
import org.calque.runtime.Engine;
import org.calque.runtime.ReplayException;
import org.calque.runtime.Support;
import org.calque.runtime.Uncovered;

/** Checks before any fork starts whether the engine can replay a workload on this machine. */
final class Preflight {
  private final Engine engine;
  private final Device device;
  private final Uncovered uncovered;
  private final MemoryBound memory;

  Preflight(Engine engine, Device device, Uncovered uncovered, MemoryBound memory) {
    this.engine = engine;
    this.device = device;
    this.uncovered = uncovered;
    this.memory = memory;
  }

  /**
   * Checks a workload.
   *
   * @return how much of it can be replayed
   * @throws ReplayException if an operator cannot be run and is not to be left out: file, node,
   *     what to do
   */
  WorkloadCoverage check(Manifest workload) {
    WorkloadCoverage coverage = WorkloadCoverage.of(workload, engine, device);
    List<WorkloadCoverage.Item> impossible =
        coverage.of(Support.Kind.IMPOSSIBLE).stream()
            .filter(WorkloadCoverage.Item::isOperator)
            .toList();
    if (!impossible.isEmpty() && uncovered == Uncovered.REFUSED) {
      Coverage facts = coverage.facts();
      throw new ReplayException(
          workload.source().file()
              + ": cannot be replayed on "
              + device
              + ": "
              + impossible.stream()
                  .map(item -> named(item, facts))
                  .collect(Collectors.joining("; "))
              + "; run the rest of it with "
              + LauncherArguments.SKIP_UNCOVERED
              + ", or leave the workload out with -e "
              + workload.benchmarkClass());
    }
    return coverage;
  }

  /** Where tensors would lie. */
  Device device() {
    return device;
  }

  /** Why a workload's tensors do not fit, in one line; empty when they do. */
  String refusal(Manifest workload) {
    return memory.refusal(workload);
  }

  /** What a workload needs of the device's memory, in one line. */
  String estimate(Manifest workload) {
    return memory.estimate(workload);
  }

  private static String named(WorkloadCoverage.Item item, Coverage facts) {
    return "%s %s (node %d, %d calls, %s)"
        .formatted(
            item.name(),
            item.support().note(),
            item.firstNode(),
            item.amount().calls(),
            facts.share(item.amount()));
  }
}
