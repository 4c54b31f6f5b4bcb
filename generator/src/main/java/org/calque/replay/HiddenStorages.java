package org.calque.replay;

import com.carrotsearch.hppc.LongArrayList;
import com.carrotsearch.hppc.LongHashSet;
import com.carrotsearch.hppc.LongObjectHashMap;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.calque.trace.ElementType;
import org.calque.trace.ExecutionTrace;
import org.calque.trace.TensorReference;
import org.calque.trace.TraceNode;

/**
 * The memory that comes into being while one operator runs: what it returns, and what the operators
 * that it called made for a while. Memory that a kernel takes without calling an operator is not in
 * a trace.
 */
final class HiddenStorages {
  private final ExecutionTrace trace;
  private final TraceNode node;
  private final LongHashSet operands;
  private final List<Life> lives = new ArrayList<>();
  private final LongObjectHashMap<Life> current = new LongObjectHashMap<>();

  /** Counts operators that begin and end. */
  private int now;

  /** From the operator that returned a storage first to the last one that mentions it. */
  static final class Life {
    private final long storage;
    private final int born;
    private final LongArrayList tensors = new LongArrayList();
    private int last;
    private int types;
    private long bytes;

    private Life(long storage, int born) {
      this.storage = storage;
      this.born = born;
    }

    /** Id of the storage. */
    long storage() {
      return storage;
    }

    /** Size in bytes, as far as the trace shows it. */
    long bytes() {
      return bytes;
    }

    /** Whether a tensor of this object lay on it. */
    boolean has(TensorReference tensor) {
      return tensors.contains(tensor.tensor());
    }

    /** Whether a tensor like this one fits on it. */
    boolean fits(TensorReference tensor) {
      return (types & bit(tensor.type())) != 0 && tensor.extentBytes() <= bytes;
    }

    private void show(TensorReference tensor, int time) {
      if (!has(tensor)) {
        tensors.add(tensor.tensor());
      }
      types |= bit(tensor.type());
      bytes = Math.max(bytes, tensor.extentBytes());
      last = time;
    }

    private static int bit(ElementType type) {
      return 1 << type.ordinal();
    }
  }

  private HiddenStorages(ExecutionTrace trace, TraceNode node) {
    this.trace = trace;
    this.node = node;
    operands = storages(node);
  }

  /**
   * Follows one operator.
   *
   * @param inside positions of the operators below each node
   */
  static HiddenStorages of(ExecutionTrace trace, TraceNode node, Groups inside) {
    HiddenStorages hidden = new HiddenStorages(trace, node);
    Deque<Open> open = new ArrayDeque<>();
    open.push(new Open(node, 0));
    for (int i = 0; i < inside.size(node.index()); i++) {
      int position = inside.member(node.index(), i);
      while (!hidden.isWithin(position, open.peek().node())) {
        hidden.end(open.pop());
      }
      open.push(new Open(trace.at(position), hidden.now++));
    }
    open.forEach(hidden::end);
    return hidden;
  }

  /** An operator that has begun. */
  private record Open(TraceNode node, int since) {}

  private static LongHashSet storages(TraceNode node) {
    LongHashSet storages = new LongHashSet();
    TensorValues.forEach(node.inputs(), tensor -> storages.add(tensor.storage()));
    return storages;
  }

  private boolean isWithin(int position, TraceNode outer) {
    if (outer.index() == node.index()) {
      return true;
    }
    int parent = trace.parentIndex(position);
    while (parent > outer.index()) {
      parent = trace.parentIndex(parent);
    }
    return parent == outer.index();
  }

  private void end(Open ended) {
    LongHashSet taken = ended.node().index() == node.index() ? operands : storages(ended.node());
    TensorValues.forEach(ended.node().inputs(), tensor -> take(tensor, ended.since()));
    TensorValues.forEach(ended.node().outputs(), tensor -> give(tensor, taken));
    now++;
  }

  /** Whoever calls an operator holds on to what it takes. */
  private void take(TensorReference tensor, int since) {
    Life life = current.get(tensor.storage());
    if (life != null && life.born < since) {
      life.show(tensor, now);
    }
  }

  private void give(TensorReference tensor, LongHashSet taken) {
    if (!tensor.hasMemory() || operands.contains(tensor.storage())) {
      return;
    }
    Life life = current.get(tensor.storage());
    boolean isTaken = taken.contains(tensor.storage());
    if (life != null && (isTaken || life.has(tensor))) {
      life.show(tensor, now);
    } else if (!isTaken) {
      Life made = new Life(tensor.storage(), now);
      made.show(tensor, now);
      current.put(tensor.storage(), made);
      lives.add(made);
    }
  }

  /** All lives, in order of birth; a later one of an id has taken an earlier one's address. */
  List<Life> lives() {
    return lives;
  }

  /** The most bytes that are alive at one time, the operator's results included. */
  long peakBytes() {
    long[] changes = new long[now + 1];
    for (Life life : lives) {
      changes[life.born] += life.bytes;
      changes[life.last + 1] -= life.bytes;
    }
    long alive = 0;
    long peak = 0;
    for (long change : changes) {
      alive += change;
      peak = Math.max(peak, alive);
    }
    return peak;
  }
}
