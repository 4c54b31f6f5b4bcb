package org.calque.replay;

import java.util.ArrayList;
import java.util.List;
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
    List<PhaseKind> marks = new ArrayList<>();
    List<PhaseKind> kinds = new ArrayList<>();
    PhaseKind previous = FORWARD;
    for (Step step : steps) {
      PhaseKind marked = marked(trace, trace.node(step.provenance().node()));
      marks.add(marked);
      previous = marked != null ? marked : previous;
      kinds.add(previous);
    }
    unlabelledAfterBackward(marks, kinds);
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
  private static void unlabelledAfterBackward(List<PhaseKind> marks, List<PhaseKind> kinds) {
    PhaseKind next = null;
    for (int i = kinds.size() - 1; i >= 0; i--) {
      if (marks.get(i) != null) {
        next = marks.get(i);
      } else if (next == OPTIMIZER && kinds.get(i) == BACKWARD) {
        kinds.set(i, OPTIMIZER);
      }
    }
  }

  /** What the labels around a node make of it, or {@code null} where nothing marks it. */
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
