package org.calque.verify;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import org.calque.replay.Communication;
import org.calque.trace.ExecutionTrace;
import org.calque.trace.TraceNode;

/**
 * Finds recorded operators that a replay has nothing of. An operator is replayed if it is selected
 * itself, is part of a selected one, or if everything that it called is replayed.
 */
final class LeftOut {
  /** Operators that do no work of the model themselves: labels, and collectives. */
  private static final List<String> NO_WORK = List.of("profiler::", "c10d::");

  /** In labels around what loads data, which is no work of the model either. */
  private static final String LOADER = "DataLoader";

  private LeftOut() {}

  /**
   * The outermost ones in execution order.
   *
   * @param selected positions of the nodes that are replayed
   */
  static List<TraceNode> of(ExecutionTrace source, BitSet selected) {
    BitSet around = around(source, selected);
    BitSet covered = new BitSet();
    List<TraceNode> leftOut = new ArrayList<>();
    for (TraceNode node : source.nodes()) {
      int parent = source.parentIndex(node.index());
      if (selected.get(node.index()) || (parent >= 0 && covered.get(parent)) || isAside(node)) {
        covered.set(node.index());
      } else if (isWork(node) && !around.get(node.index())) {
        leftOut.add(node);
        covered.set(node.index());
      }
    }
    return leftOut;
  }

  /** Nodes with a selected one somewhere inside. */
  private static BitSet around(ExecutionTrace source, BitSet selected) {
    BitSet around = new BitSet();
    for (int i = source.size() - 1; i >= 0; i--) {
      int parent = source.parentIndex(i);
      if (parent >= 0 && (selected.get(i) || around.get(i))) {
        around.set(parent);
      }
    }
    return around;
  }

  private static boolean isAside(TraceNode node) {
    return Communication.isRecord(node) || (!node.isOperator() && node.name().contains(LOADER));
  }

  private static boolean isWork(TraceNode node) {
    return node.isOperator() && NO_WORK.stream().noneMatch(node.schema()::startsWith);
  }
}
