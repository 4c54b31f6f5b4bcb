package org.calque.replay;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.calque.trace.ExecutionTrace;
import org.calque.trace.TraceNode;

/**
 * Finds the module of an operator: the innermost label around it, and for an operator of the
 * backward pass the module of the forward operator with the same autograd sequence number.
 */
final class ModuleLabels {
  /** Labels that the observer, the profiler and the recorder put around everything. */
  private static final List<String> OUTERMOST =
      List.of("[pytorch|profiler|", "ProfilerStep#", "calque: ");

  private static final String ENGINE = "autograd::engine";

  private final ExecutionTrace trace;
  private final Map<Long, TraceNode> forward = new HashMap<>();
  private ModuleLabel lastBackward = ModuleLabel.NONE;

  private ModuleLabels(ExecutionTrace trace) {
    this.trace = trace;
  }

  static ModuleLabels of(ExecutionTrace trace) {
    ModuleLabels labels = new ModuleLabels(trace);
    for (TraceNode node : trace.nodes()) {
      if (node.isOperator() && node.sequence() >= 0 && !labels.isBackward(node)) {
        // Operators without a derivative see the number that the next one with a derivative takes,
        // so the last node with a number is the one that it belongs to.
        labels.forward.put(node.sequence(), node);
      }
    }
    return labels;
  }

  private boolean isBackward(TraceNode node) {
    return backwardFunction(node).isPresent();
  }

  private Optional<TraceNode> backwardFunction(TraceNode node) {
    int limit = trace.nodes().size();
    Optional<TraceNode> ancestor = trace.parent(node);
    while (ancestor.isPresent() && limit-- > 0) {
      TraceNode found = ancestor.get();
      if (found.scope() == TraceNode.BACKWARD_SCOPE || found.name().startsWith(ENGINE)) {
        return ancestor;
      }
      ancestor = trace.parent(found);
    }
    return Optional.empty();
  }

  /**
   * The module of an operator; operators are asked for in execution order. Backward work that has
   * no forward operator, such as accumulating a gradient, goes with the work before it.
   */
  ModuleLabel of(TraceNode node) {
    Optional<TraceNode> backward = backwardFunction(node);
    if (backward.isEmpty()) {
      return enclosing(node);
    }
    TraceNode origin = forward.get(backward.get().sequence());
    if (origin != null) {
      lastBackward = enclosing(origin);
    }
    return lastBackward;
  }

  private ModuleLabel enclosing(TraceNode node) {
    int limit = trace.nodes().size();
    Optional<TraceNode> ancestor = trace.parent(node);
    while (ancestor.isPresent() && limit-- > 0) {
      TraceNode label = ancestor.get();
      if (!label.isOperator() && OUTERMOST.stream().noneMatch(label.name()::startsWith)) {
        return ModuleLabel.parse(label.name());
      }
      ancestor = trace.parent(label);
    }
    return ModuleLabel.NONE;
  }
}
