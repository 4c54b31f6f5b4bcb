package org.calque.replay;

import com.carrotsearch.hppc.IntArrayList;
import com.carrotsearch.hppc.LongIntHashMap;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import org.calque.trace.TensorReference;

/** What each tensor id stood for when it was last seen. Entries are numbered from 0. */
final class BoundTensors {
  private final LongIntHashMap entries = new LongIntHashMap();
  private final IntArrayList slots = new IntArrayList();
  private final List<TensorReference> references = new ArrayList<>();
  private final BitSet touched = new BitSet();

  /** The entry of a tensor id, or -1. */
  int entry(long tensor) {
    return entries.getOrDefault(tensor, -1);
  }

  /** The slot of an entry. */
  int slot(int entry) {
    return slots.get(entry);
  }

  /** The tensor as the trace showed it. */
  TensorReference reference(int entry) {
    return references.get(entry);
  }

  /**
   * Whether an operator of the step made or wrote it, so that it is no number that Python passed.
   */
  boolean isTouched(int entry) {
    return touched.get(entry);
  }

  /** Replaces what the tensor's id stood for. */
  void bind(TensorReference tensor, int slot, boolean isTouched) {
    int entry = entry(tensor.tensor());
    if (entry < 0) {
      entry = slots.size();
      entries.put(tensor.tensor(), entry);
      slots.add(slot);
      references.add(tensor);
    } else {
      slots.set(entry, slot);
      references.set(entry, tensor);
    }
    touched.set(entry, isTouched);
  }
}
