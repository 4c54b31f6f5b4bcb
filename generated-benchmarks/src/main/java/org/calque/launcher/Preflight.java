package org.calque.launcher;

import java.util.List;
import org.calque.runtime.Engine;
import org.calque.runtime.ReplayException;

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
    List<String> unknown =
        workload.operators().stream()
            .filter(operator -> !engine.knows(operator.operator()))
            .map(
                operator ->
                    "%s (node %d, %d calls)"
                        .formatted(operator.operator(), operator.firstNode(), operator.count()))
            .toList();
    if (!unknown.isEmpty()) {
      throw new ReplayException(
          workload.source().file()
              + ": "
              + engine.library().name()
              + " "
              + engine.library().version()
              + " does not know "
              + String.join(", ", unknown)
              + "; leave the workload out with -e "
              + workload.benchmarkClass());
    }
    memory.check(workload);
  }
}
