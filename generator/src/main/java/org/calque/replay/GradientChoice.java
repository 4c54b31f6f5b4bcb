package org.calque.replay;

import java.util.BitSet;
import java.util.Set;
import org.calque.trace.ExecutionTrace;
import org.calque.trace.TraceNode;

/**
 * Finds operators that call one thing where a tensor requires a gradient, and another, with less
 * work, where none does. In a replay no tensor requires one, so they stand aside for what they
 * called as they were recorded.
 */
final class GradientChoice {
  /** Base names of what is called only for a gradient's sake. */
  private static final Set<String> CALLED = Set.of("_embedding_bag");

  private GradientChoice() {}

  /** Positions of such operators in a step. */
  static BitSet in(ExecutionTrace trace, RecordedStep step, OperatorSchemas schemas) {
    BitSet choosing = new BitSet();
    for (TraceNode node : trace.nodes()) {
      int caller = trace.parentIndex(node.index());
      if (step.contains(node.index())
          && CALLED.contains(schemas.of(node.schema()).baseName())
          && caller >= 0
          && trace.at(caller).isOperator()) {
        choosing.set(caller);
      }
    }
    return choosing;
  }
}
