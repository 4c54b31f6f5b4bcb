package org.calque.verify;

import java.util.ArrayList;
import java.util.List;
import org.calque.trace.ExecutionTrace;

/** What replays are made of. */
final class Steps {
  private Steps() {}

  /** The outermost operators, as a replay takes them that expands none. */
  static List<ReplayedStep> outermost(ExecutionTrace trace) {
    return Calls.outermost(trace).stream().map(node -> new ReplayedStep(node.id(), false)).toList();
  }

  /** The outermost operators without one. */
  static List<ReplayedStep> without(long node, ExecutionTrace trace) {
    List<ReplayedStep> steps = new ArrayList<>(outermost(trace));
    steps.removeIf(step -> step.node() == node);
    return steps;
  }
}
