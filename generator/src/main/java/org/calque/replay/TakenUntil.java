package org.calque.replay;

import com.carrotsearch.hppc.IntArrayList;
import java.util.HashMap;
import java.util.Map;
import org.calque.trace.ElementType;
import org.calque.trace.ExecutionTrace;
import org.calque.trace.TensorReference;
import org.calque.trace.TraceNode;

/**
 * Until when operators take each tensor. Where two tensors of different element types lie at one
 * address, the first lives on beside the second if it is taken again; else its memory was freed.
 */
final class TakenUntil {
  private final Map<Key, Integer> last = new HashMap<>();

  private record Key(long tensor, long storage, ElementType type) {
    static Key of(TensorReference tensor) {
      return new Key(tensor.tensor(), tensor.storage(), tensor.type());
    }
  }

  private TakenUntil() {}

  /** Reads the operands of the selected nodes, whose positions rise. */
  static TakenUntil of(ExecutionTrace trace, IntArrayList selected) {
    TakenUntil uses = new TakenUntil();
    for (int i = 0; i < selected.size(); i++) {
      TraceNode node = trace.at(selected.get(i));
      TensorValues.forEach(node.inputs(), tensor -> uses.last.put(Key.of(tensor), node.index()));
    }
    return uses;
  }

  /** Whether a tensor is taken after the node at a position. */
  boolean isTakenAfter(int node, TensorReference tensor) {
    return last.getOrDefault(Key.of(tensor), -1) > node;
  }
}
