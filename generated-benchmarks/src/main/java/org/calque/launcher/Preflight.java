package org.calque.launcher;

import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.Locale;
import org.calque.runtime.Engine;
import org.calque.runtime.ReplayException;

/** Checks before any fork starts whether the engine can replay a workload on this machine. */
final class Preflight {
  private static final double GIB = 1L << 30;

  private final Engine engine;
  private final long memory;

  Preflight(Engine engine) {
    this(
        engine,
        ((com.sun.management.OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean())
            .getTotalMemorySize());
  }

  Preflight(Engine engine, long memory) {
    this.engine = engine;
    this.memory = memory;
  }

  /**
   * Checks a workload.
   *
   * @throws ReplayException if an operator is unknown or memory cannot suffice: file, node, what to
   *     do
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
    if (workload.materializedBytes() > memory) {
      throw new ReplayException(
          String.format(
              Locale.ROOT,
              "%s: its tensors need %.1f GiB and this machine has %.1f GiB; the largest, %s, takes"
                  + " %.1f GiB; record a smaller batch or leave it out with -e %s",
              workload.source().file(),
              workload.materializedBytes() / GIB,
              memory / GIB,
              workload.largestStorage().role(),
              workload.largestStorage().bytes() / GIB,
              workload.benchmarkClass()));
    }
  }
}
