package org.calque.inspect;

import java.util.Comparator;
import java.util.Optional;
import org.calque.trace.ExecutionTrace;
import org.calque.trace.Timings;
import org.calque.trace.TraceNode;

/**
 * A trace with what every section of its report needs.
 *
 * @param timings how long nodes took; empty if nothing tells
 * @param order how the table of operators is sorted
 * @param signatureOrder how that of signatures is: without times, the most frequent ones cost least
 */
record Inspected(
    ExecutionTrace trace,
    OutermostOperators operators,
    Optional<Timings> timings,
    SignatureGroups signatures,
    Order order,
    Order signatureOrder) {

  static Inspected of(ExecutionTrace trace, Order wanted) {
    OutermostOperators operators = OutermostOperators.of(trace);
    Optional<Timings> timings = trace.timings();
    SignatureGroups signatures = SignatureGroups.of(operators.nodes(), timings);
    Order order = wanted;
    if (order == Order.AUTO) {
      Amounts total = signatures.total();
      order = total.deviceNanos() > 0 ? Order.DEVICE : total.nanos() > 0 ? Order.TIME : Order.CALLS;
    }
    Order signatureOrder = wanted == Order.AUTO && order == Order.CALLS ? Order.FLOPS : order;
    return new Inspected(trace, operators, timings, signatures, order, signatureOrder);
  }

  boolean hasTimings() {
    return timings.isPresent();
  }

  /** Whether work on a device was recorded, too. */
  boolean hasDeviceTimes() {
    return signatures.total().deviceNanos() > 0;
  }

  /** The largest amounts first, by this report's order. */
  Comparator<Amounts> largestFirst() {
    return order.largestFirst();
  }

  /** What one call adds to sums. */
  Amounts amounts(TraceNode node) {
    return signatures.of(node).amountsOf(node, timings);
  }
}
