package org.calque.trace;

import java.util.ArrayList;
import java.util.List;

/** A list of small numbers that grows without copying what it has. */
final class IntColumn {
  private static final int BITS = 14;
  private static final int CHUNK = 1 << BITS;

  private final List<int[]> chunks = new ArrayList<>();
  private int size;

  int size() {
    return size;
  }

  void add(int value) {
    if (size >> BITS == chunks.size()) {
      chunks.add(new int[CHUNK]);
    }
    chunks.get(size >> BITS)[size & CHUNK - 1] = value;
    size++;
  }

  int get(int i) {
    return chunks.get(i >> BITS)[i & CHUNK - 1];
  }

  /** Forgets the numbers from there on. */
  void shrink(int newSize) {
    size = newSize;
  }

  /** The numbers at the places that {@code order} names; the column is empty afterwards. */
  int[] take(int[] order) {
    int[] taken = new int[order.length];
    for (int i = 0; i < order.length; i++) {
      taken[i] = get(order[i]);
    }
    chunks.clear();
    size = 0;
    return taken;
  }
}
