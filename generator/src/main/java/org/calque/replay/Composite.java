package org.calque.replay;

import com.carrotsearch.hppc.LongHashSet;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Set;
import org.calque.trace.ExecutionTrace;
import org.calque.trace.TensorReference;
import org.calque.trace.TraceNode;

/**
 * Tells operators that do nothing but call others.
 *
 * <p>Autograd saves results for the backward pass only at operators that have a derivative of their
 * own; everything above those in the call tree is composite. So where a tensor made inside an
 * operator is used again outside, replaying what the operator called, instead of the operator, does
 * the same work and keeps that tensor.
 */
final class Composite {
  private static final Set<String> ALLOCATIONS =
      Set.of("empty", "empty_like", "empty_strided", "new_empty", "new_empty_strided", "resize_");

  private Composite() {}

  /** Whether everything that {@code node} returns was returned by operators it called. */
  static boolean isComposite(ExecutionTrace trace, TraceNode node, OperatorSchemas schemas) {
    LongHashSet returned = new LongHashSet();
    for (TraceNode callee : callees(trace, node)) {
      if (!ALLOCATIONS.contains(schemas.of(callee.schema()).baseName())) {
        TensorValues.forEach(callee.outputs(), tensor -> returned.add(tensor.tensor()));
      }
    }
    List<TensorReference> outputs = new ArrayList<>();
    TensorValues.forEach(node.outputs(), outputs::add);
    return !outputs.isEmpty()
        && outputs.stream().allMatch(tensor -> returned.contains(tensor.tensor()));
  }

  /** The operators that a node called itself, through any labels between. */
  private static List<TraceNode> callees(ExecutionTrace trace, TraceNode node) {
    List<TraceNode> operators = new ArrayList<>();
    Deque<TraceNode> open = new ArrayDeque<>(trace.children(node));
    while (!open.isEmpty()) {
      TraceNode child = open.pop();
      if (child.isOperator()) {
        operators.add(child);
      } else {
        trace.children(child).forEach(open::push);
      }
    }
    return operators;
  }
}
