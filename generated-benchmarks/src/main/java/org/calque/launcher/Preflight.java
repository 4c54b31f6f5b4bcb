package org.calque.launcher;

import java.util.List;
import java.util.Optional;
import org.calque.runtime.Engine;
import org.calque.runtime.ReplayException;
import org.calque.runtime.Support;

/** Checks before any fork starts whether the engine can replay a workload on this machine. */
final class Preflight {
  private final Engine engine;
  private final MemoryBound memory;

  Preflight(Engine engine, MemoryBound memory) {
    this.engine = engine;
    this.memory = memory;
  }

  /**
   * Checks a workload.
   *
   * @throws ReplayException if an operator is unknown or memory does not suffice: file, node, what
   *     to do
   */
  void check(Manifest workload) {
    List<String> impossible =
        workload.operators().stream().flatMap(operator -> reason(operator).stream()).toList();
    if (!impossible.isEmpty()) {
      throw new ReplayException(
          workload.source().file()
              + ": cannot be replayed here: "
              + String.join("; ", impossible)
              + "; leave the workload out with -e "
              + workload.benchmarkClass());
    }
    memory.check(workload);
  }

  /** Why an operator cannot be run, if it cannot. */
  private Optional<String> reason(Manifest.OperatorCount operator) {
    Support support = engine.support(operator.operator());
    return support.kind() == Support.Kind.IMPOSSIBLE
        ? Optional.of(
            "%s %s (node %d, %d calls)"
                .formatted(
                    operator.operator(), support.note(), operator.firstNode(), operator.count()))
        : Optional.empty();
  }
}
