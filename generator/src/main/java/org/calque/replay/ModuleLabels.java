package org.calque.replay;

import com.carrotsearch.hppc.LongIntHashMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
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

  private static final int NONE = -1;

  private final ExecutionTrace trace;
  private final int[] backward;
  private final int[] enclosing;
  private final LongIntHashMap forward = new LongIntHashMap();
  private final Map<String, ModuleLabel> parsed = new HashMap<>();
  private ModuleLabel lastBackward = ModuleLabel.NONE;

  private ModuleLabels(ExecutionTrace trace) {
    this.trace = trace;
    backward = new int[trace.nodes().size()];
    enclosing = new int[trace.nodes().size()];
  }

  static ModuleLabels of(ExecutionTrace trace) {
    ModuleLabels labels = new ModuleLabels(trace);
    for (TraceNode node : trace.nodes()) {
      labels.add(node);
    }
    return labels;
  }

  private void add(TraceNode node) {
    int parent = trace.parentIndex(node.index());
    int function = parent < 0 ? NONE : backward[parent];
    if (node.isOperator() && node.sequence() >= 0 && function == NONE) {
      // Operators without a derivative see the number that the next one with a derivative takes,
      // so the last node with a number is the one that it belongs to.
      forward.put(node.sequence(), node.index());
    }
    backward[node.index()] = isBackward(node) ? node.index() : function;
    enclosing[node.index()] = isLabel(node) ? node.index() : parent < 0 ? NONE : enclosing[parent];
  }

  private static boolean isBackward(TraceNode node) {
    return node.scope() == TraceNode.BACKWARD_SCOPE || node.name().startsWith(ENGINE);
  }

  private static boolean isLabel(TraceNode node) {
    return !node.isOperator() && OUTERMOST.stream().noneMatch(node.name()::startsWith);
  }

  /**
   * The module of an operator; operators are asked for in execution order. Backward work that has
   * no forward operator, such as accumulating a gradient, goes with the work before it.
   */
  ModuleLabel of(TraceNode node) {
    int parent = trace.parentIndex(node.index());
    int function = parent < 0 ? NONE : backward[parent];
    if (function == NONE) {
      return around(node.index());
    }
    int origin = forward.getOrDefault(trace.at(function).sequence(), NONE);
    if (origin != NONE) {
      lastBackward = around(origin);
    }
    return lastBackward;
  }

  /** The innermost label around a node. */
  private ModuleLabel around(int node) {
    int parent = trace.parentIndex(node);
    int label = parent < 0 ? NONE : enclosing[parent];
    return label == NONE
        ? ModuleLabel.NONE
        : parsed.computeIfAbsent(trace.at(label).name(), ModuleLabel::parse);
  }
}
