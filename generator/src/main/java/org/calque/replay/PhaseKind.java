package org.calque.replay;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.calque.trace.ExecutionTrace;
import org.calque.trace.TraceNode;

/** The part of a training step that an operator belongs to, as the trace's labels tell it. */
enum PhaseKind {
  FORWARD,
  BACKWARD,
  OPTIMIZER;

  private static final String AUTOGRAD = "autograd::engine";
  private static final String OPTIMIZER_STEP = "Optimizer.step";

  /**
   * The kind of each step. An operator that autograd numbered is forward work; work that nothing
   * marks after the backward pass, such as clipping gradients, belongs to the optimizer.
   */
  static List<PhaseKind> of(ExecutionTrace trace, List<Step> steps) {
    Map<Long, TraceNode> nodes = new HashMap<>();
    trace.nodes().forEach(node -> nodes.put(node.id(), node));
    List<PhaseKind> kinds = new ArrayList<>();
    PhaseKind previous = FORWARD;
    for (Step step : steps) {
      PhaseKind marked = marked(trace, nodes.get(step.provenance().node()));
      PhaseKind kind = marked != null ? marked : previous;
      kinds.add(kind);
      previous = kind;
    }
    unlabelledAfterBackward(trace, nodes, steps, kinds);
    int lastBackward = kinds.lastIndexOf(BACKWARD);
    for (int i = lastBackward + 1; lastBackward >= 0 && i < kinds.size(); i++) {
      if (kinds.get(i) == FORWARD) {
        // Nothing goes forward after the last backward pass; it is the tail of what came before.
        kinds.set(i, kinds.get(i - 1));
      }
    }
    return kinds;
  }

  /** Backward takes over unlabelled work only between two of its own operators. */
  private static void unlabelledAfterBackward(
      ExecutionTrace trace, Map<Long, TraceNode> nodes, List<Step> steps, List<PhaseKind> kinds) {
    PhaseKind next = null;
    for (int i = kinds.size() - 1; i >= 0; i--) {
      PhaseKind marked = marked(trace, nodes.get(steps.get(i).provenance().node()));
      if (marked == null && next == OPTIMIZER && kinds.get(i) == BACKWARD) {
        kinds.set(i, OPTIMIZER);
      } else if (marked != null) {
        next = marked;
      }
    }
  }

  private static PhaseKind marked(ExecutionTrace trace, TraceNode node) {
    int limit = trace.nodes().size();
    Optional<TraceNode> ancestor = Optional.of(node);
    while (ancestor.isPresent() && limit-- > 0) {
      TraceNode label = ancestor.get();
      if (label.scope() == TraceNode.BACKWARD_SCOPE || label.name().startsWith(AUTOGRAD)) {
        return BACKWARD;
      }
      if (label.name().startsWith(OPTIMIZER_STEP)) {
        return OPTIMIZER;
      }
      ancestor = trace.parent(label);
    }
    return node.sequence() >= 0 ? FORWARD : null;
  }
}
