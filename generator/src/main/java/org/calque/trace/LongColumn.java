package org.calque.trace;

import java.util.ArrayList;
import java.util.List;

/** A list of numbers that grows without copying what it has. */
final class LongColumn {
  private static final int BITS = 14;
  private static final int CHUNK = 1 << BITS;

  private final List<long[]> chunks = new ArrayList<>();
  private int size;

  int size() {
    return size;
  }

  void add(long value) {
    if (size >> BITS == chunks.size()) {
      chunks.add(new long[CHUNK]);
    }
    chunks.get(size >> BITS)[size & CHUNK - 1] = value;
    size++;
  }

  long get(int i) {
    return chunks.get(i >> BITS)[i & CHUNK - 1];
  }

  /** The numbers at the places that {@code order} names; the column is empty afterwards. */
  long[] take(int[] order) {
    long[] taken = new long[order.length];
    for (int i = 0; i < order.length; i++) {
      taken[i] = get(order[i]);
    }
    chunks.clear();
    size = 0;
    return taken;
  }
}
