package org.calque.replay;

import com.carrotsearch.hppc.IntArrayList;
import java.util.ArrayList;
import java.util.List;
import org.calque.trace.ExecutionTrace;
import org.calque.trace.TraceNode;

/** The part of a training step that an operator belongs to, as the trace's labels tell it. */
public enum PhaseKind {
  /** The model computes its result and its loss. */
  FORWARD,
  /** Autograd computes gradients. */
  BACKWARD,
  /** Gradients change the parameters. */
  OPTIMIZER;

  private static final String AUTOGRAD = "autograd::engine";
  private static final String OPTIMIZER_STEP = "Optimizer.step";

  /**
   * The kind of each step. An operator that autograd numbered is forward work; work that nothing
   * marks after the backward pass, such as clipping gradients, belongs to the optimizer.
   *
   * @param nodes position in the trace of each step's node
   */
  public static List<PhaseKind> of(ExecutionTrace trace, IntArrayList nodes) {
    PhaseKind[] labels = labels(trace);
    List<PhaseKind> marks = new ArrayList<>(nodes.size());
    List<PhaseKind> kinds = new ArrayList<>(nodes.size());
    PhaseKind previous = FORWARD;
    for (int i = 0; i < nodes.size(); i++) {
      PhaseKind marked = marked(trace.at(nodes.get(i)), labels);
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

  /** What a node and the labels around it make of it, the innermost first. */
  private static PhaseKind[] labels(ExecutionTrace trace) {
    PhaseKind[] labels = new PhaseKind[trace.nodes().size()];
    for (int i = 0; i < labels.length; i++) {
      int parent = trace.parentIndex(i);
      PhaseKind own = label(trace.at(i));
      labels[i] = own == null && parent >= 0 ? labels[parent] : own;
    }
    return labels;
  }

  private static PhaseKind label(TraceNode node) {
    String name = node.name();
    if (node.scope() == TraceNode.BACKWARD_SCOPE || name.startsWith(AUTOGRAD)) {
      return BACKWARD;
    }
    return name.startsWith(OPTIMIZER_STEP) ? OPTIMIZER : null;
  }

  /** The kind of a node, or {@code null} where nothing marks it. */
  private static PhaseKind marked(TraceNode node, PhaseKind[] labels) {
    PhaseKind label = labels[node.index()];
    return label == null && node.sequence() >= 0 ? FORWARD : label;
  }
}
