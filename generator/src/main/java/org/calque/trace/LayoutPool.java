package org.calque.trace;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Keeps each distinct tensor layout once. */
final class LayoutPool {
  private final List<TensorLayout> layouts = new ArrayList<>();
  private int[] hashes = new int[64];
  private int[] table = new int[128];
  private final ReadLimits limits;

  LayoutPool(ReadLimits limits) {
    this.limits = limits;
  }

  /**
   * The layout with these facts.
   *
   * @param sizes list that holds the sizes, from one place to another
   * @param strides list that holds the strides, or {@code null} for none
   * @throws UnreadableNodeException if a size is negative
   * @throws TraceLimitException if the tensor is larger than allowed
   */
  TensorLayout of(
      ElementType type,
      String device,
      long offset,
      long elements,
      RawList sizes,
      int sizesFrom,
      int rank,
      RawList strides,
      int stridesFrom) {
    long hash = (type.ordinal() * 31L + offset) * 31 + elements;
    hash = hash(hash, sizes.values(), sizesFrom, rank);
    if (strides != null) {
      hash = hash(~hash, strides.values(), stridesFrom, rank);
    }
    int code = (int) (hash ^ hash >>> 32);
    int mask = table.length - 1;
    int slot = code & mask;
    for (; table[slot] != 0; slot = (slot + 1) & mask) {
      TensorLayout known = layouts.get(table[slot] - 1);
      if (hashes[table[slot] - 1] == code
          && known.type() == type
          && known.offset() == offset
          && known.elements() == elements
          && known.device().equals(device)
          && equal(known.sizes(), sizes, sizesFrom, rank)
          && equal(known.strides(), strides, stridesFrom, rank)) {
        return known;
      }
    }
    TensorLayout layout =
        new TensorLayout(
            type,
            device,
            offset,
            elements,
            Arrays.copyOfRange(sizes.values(), sizesFrom, sizesFrom + rank),
            strides == null
                ? null
                : Arrays.copyOfRange(strides.values(), stridesFrom, stridesFrom + rank));
    check(layout);
    add(layout, code, slot);
    return layout;
  }

  private void add(TensorLayout layout, int hash, int slot) {
    if (layouts.size() == hashes.length) {
      hashes = Arrays.copyOf(hashes, hashes.length * 2);
    }
    hashes[layouts.size()] = hash;
    layouts.add(layout);
    table[slot] = layouts.size();
    if (layouts.size() * 2 > table.length) {
      table = new int[table.length * 2];
      for (int i = 0; i < layouts.size(); i++) {
        int free = hashes[i] & table.length - 1;
        while (table[free] != 0) {
          free = (free + 1) & table.length - 1;
        }
        table[free] = i + 1;
      }
    }
  }

  private static long hash(long start, long[] values, int from, int count) {
    long hash = start;
    for (int i = from; i < from + count; i++) {
      hash = (hash ^ values[i]) * 0x9e3779b97f4a7c15L;
      hash ^= hash >>> 32;
    }
    return hash;
  }

  private static boolean equal(long[] known, RawList list, int from, int count) {
    return known == null
        ? list == null
        : list != null && Arrays.equals(known, 0, known.length, list.values(), from, from + count);
  }

  /** In floating point, because the products of a damaged trace overflow. */
  private void check(TensorLayout layout) {
    long[] sizes = layout.sizes();
    if (sizes.length > limits.tensorRank()) {
      throw new TraceLimitException(
          "a tensor of "
              + sizes.length
              + " dimensions; more than "
              + limits.tensorRank()
              + " are refused (--max-tensor-rank)");
    }
    long[] strides = layout.layoutStrides();
    double elements = 1;
    double extent = layout.offset();
    for (int i = 0; i < strides.length; i++) {
      if (sizes[i] < 0 || strides[i] < 0) {
        throw new UnreadableNodeException("a tensor has a negative size or stride");
      }
      elements *= Math.max(sizes[i], 1);
      extent += (double) Math.max(sizes[i] - 1, 0) * strides[i];
    }
    if (layout.offset() < 0) {
      throw new UnreadableNodeException("a tensor has a negative offset");
    }
    if (elements > limits.tensorElements() || extent > limits.tensorElements()) {
      throw new TraceLimitException(
          "the tensor "
              + layout.type().shortName()
              + Arrays.toString(sizes)
              + " reaches over more than "
              + limits.tensorElements()
              + " elements (--max-tensor-elements)");
    }
  }
}
