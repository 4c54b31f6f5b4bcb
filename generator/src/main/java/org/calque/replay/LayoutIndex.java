package org.calque.replay;

import com.carrotsearch.hppc.IntIntHashMap;
import java.util.Arrays;
import java.util.List;
import org.calque.trace.TensorReference;

/** Finds a layout among the many tensors of one storage, such as the views of a flat buffer. */
final class LayoutIndex {
  private static final int NONE = -1;

  private final IntIntHashMap last = new IntIntHashMap();
  private final IntIntHashMap previous = new IntIntHashMap();

  /** Adds a tensor; slots come in rising order. */
  void add(int slot, TensorReference tensor) {
    int key = key(tensor);
    previous.put(slot, last.getOrDefault(key, NONE));
    last.put(key, slot);
  }

  /**
   * The last slot whose tensor has the layout of {@code tensor}, or -1.
   *
   * @param views the tensors by slot
   */
  int find(TensorReference tensor, List<TensorReference> views) {
    int slot = last.getOrDefault(key(tensor), NONE);
    while (slot != NONE && !views.get(slot).sameLayout(tensor)) {
      slot = previous.get(slot);
    }
    return slot;
  }

  /** Strides are not in it: those that a trace does not have would have to be computed. */
  private static int key(TensorReference tensor) {
    int sizes = Arrays.hashCode(tensor.sizes());
    return (sizes * 31 + Long.hashCode(tensor.offset())) * 31 + tensor.type().ordinal();
  }
}
