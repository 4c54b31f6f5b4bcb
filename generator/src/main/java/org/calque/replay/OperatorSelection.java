package org.calque.replay;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.calque.trace.ExecutionTrace;
import org.calque.trace.TraceNode;

/**
 * The operator nodes to replay: each outermost node with an operator schema, in execution order.
 * What it called is part of it. An operator named for expansion stands aside for what it called.
 *
 * @param nodes in execution order
 * @param leftOut operators that are no work of the model, such as the profiler's own labels, with
 *     their counts
 * @param withoutSchema kernels and communication that no operator schema describes, so that nothing
 *     can call them, with their counts
 */
record OperatorSelection(
    List<TraceNode> nodes, Map<String, Integer> leftOut, Map<String, Integer> withoutSchema) {
  private static final String PROFILER = "profiler::";

  /** What the nearest enclosing operator makes of a node. */
  private enum Place {
    /** No operator encloses it, or only expanded ones. */
    OPEN,
    /** A selected operator is or encloses it. */
    COVERED
  }

  static OperatorSelection of(ExecutionTrace trace, Set<Long> expanded) {
    Map<Long, Place> places = new HashMap<>();
    List<TraceNode> selected = new ArrayList<>();
    Map<String, Integer> leftOut = new TreeMap<>();
    Map<String, Integer> withoutSchema = new TreeMap<>();
    for (TraceNode node : trace.nodes()) {
      Place outside = outside(trace, node, expanded, places);
      if (outside == Place.COVERED || expanded.contains(node.id())) {
        continue;
      }
      if (node.schema().startsWith(PROFILER)) {
        leftOut.merge(node.operator(), 1, Integer::sum);
      } else if (node.isOperator()) {
        selected.add(node);
      } else if (isKernel(node)) {
        withoutSchema.merge(node.name(), 1, Integer::sum);
      }
    }
    return new OperatorSelection(List.copyOf(selected), leftOut, withoutSchema);
  }

  /** Labels have no inputs, and autograd's functions call operators. */
  private static boolean isKernel(TraceNode node) {
    return node.scope() == 0 && !node.inputs().isEmpty();
  }

  /** Walks up to the nearest ancestor whose place is known, then fills the places in on the way. */
  private static Place outside(
      ExecutionTrace trace, TraceNode node, Set<Long> expanded, Map<Long, Place> places) {
    Deque<TraceNode> unknown = new ArrayDeque<>();
    Place place = Place.OPEN;
    TraceNode ancestor = trace.parent(node).orElse(null);
    while (ancestor != null) {
      Place known = places.putIfAbsent(ancestor.id(), Place.OPEN);
      if (known != null) {
        place = known;
        break;
      }
      unknown.push(ancestor);
      ancestor = trace.parent(ancestor).orElse(null);
    }
    while (!unknown.isEmpty()) {
      TraceNode next = unknown.pop();
      if (next.isOperator() && !expanded.contains(next.id())) {
        place = Place.COVERED;
      }
      places.put(next.id(), place);
    }
    return place;
  }
}
