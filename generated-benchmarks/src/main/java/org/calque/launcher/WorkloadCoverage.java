package org.calque.launcher;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.calque.results.Coverage;
import org.calque.runtime.Device;
import org.calque.runtime.Engine;
import org.calque.runtime.Support;

/**
 * How the engine would run each operator of a workload on a device, and each kernel that has no
 * operator schema.
 *
 * @param device where
 * @param items the most frequent first
 * @param workload whose
 */
record WorkloadCoverage(Manifest workload, Device device, List<Item> items) {

  /**
   * One operator or kernel.
   *
   * @param name with overload
   * @param amount calls of it, and how long they took in the recording
   * @param firstNode id of the first call in the trace; {@code null} for a kernel, which is never
   *     called
   * @param support what becomes of it
   */
  record Item(String name, Coverage.Amount amount, Long firstNode, Support support) {
    boolean isOperator() {
      return firstNode != null;
    }

    boolean is(Support.Kind kind) {
      return support.kind() == kind;
    }
  }

  /** Asks the engine for each operator. */
  static WorkloadCoverage of(Manifest workload, Engine engine, Device device) {
    List<Item> items = new ArrayList<>();
    for (Manifest.OperatorCount operator : workload.operators()) {
      items.add(
          new Item(
              operator.operator(),
              new Coverage.Amount(operator.count(), operator.nanos()),
              operator.firstNode(),
              engine.support(operator.operator(), device)));
    }
    for (Manifest.Remark kernel : workload.withoutSchema()) {
      items.add(
          new Item(
              kernel.subject(),
              new Coverage.Amount(kernel.count(), kernel.nanos()),
              null,
              Support.impossible("has no operator schema")));
    }
    items.sort(
        Comparator.comparingInt((Item item) -> -item.amount().calls()).thenComparing(Item::name));
    return new WorkloadCoverage(workload, device, List.copyOf(items));
  }

  /** Those of a kind. */
  List<Item> of(Support.Kind kind) {
    return items.stream().filter(item -> item.is(kind)).toList();
  }

  private Coverage.Amount amount(Support.Kind kind) {
    return of(kind).stream().map(Item::amount).reduce(Coverage.Amount.NONE, Coverage.Amount::plus);
  }

  /** The same as a run records it. */
  Coverage facts() {
    return new Coverage(
        device.toString(),
        amount(Support.Kind.EXACT),
        amount(Support.Kind.APPROXIMATE),
        amount(Support.Kind.SKIPPED),
        amount(Support.Kind.IMPOSSIBLE),
        items.stream()
            .filter(item -> !item.support().note().isEmpty())
            .map(
                item ->
                    new Coverage.Named(
                        item.name(),
                        item.support().kind().word(),
                        item.amount(),
                        item.support().note()))
            .toList(),
        workload.communication());
  }
}
