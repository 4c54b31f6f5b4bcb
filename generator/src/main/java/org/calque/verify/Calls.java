package org.calque.verify;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Deque;
import java.util.List;
import org.calque.trace.ExecutionTrace;
import org.calque.trace.TraceNode;

/** Which operators were called by which. */
final class Calls {
  private Calls() {}

  /** The operators of a trace that no other one called, in execution order. */
  static List<TraceNode> outermost(ExecutionTrace trace) {
    List<TraceNode> outermost = new ArrayList<>();
    BitSet inside = new BitSet();
    for (TraceNode node : trace.nodes()) {
      int parent = trace.parentIndex(node.index());
      boolean called = parent >= 0 && inside.get(parent);
      if (node.isOperator() && !called) {
        outermost.add(node);
      }
      inside.set(node.index(), called || node.isOperator());
    }
    return outermost;
  }

  /** The operators that a node called itself, through any labels between, in execution order. */
  static List<TraceNode> of(ExecutionTrace trace, TraceNode node) {
    List<TraceNode> calls = new ArrayList<>();
    Deque<TraceNode> open = new ArrayDeque<>();
    pushAll(trace.children(node), open);
    while (!open.isEmpty()) {
      TraceNode child = open.pop();
      if (child.isOperator()) {
        calls.add(child);
      } else {
        pushAll(trace.children(child), open);
      }
    }
    return calls;
  }

  /** The first one ends up on top. */
  private static void pushAll(List<TraceNode> children, Deque<TraceNode> open) {
    for (int i = children.size() - 1; i >= 0; i--) {
      open.push(children.get(i));
    }
  }
}
