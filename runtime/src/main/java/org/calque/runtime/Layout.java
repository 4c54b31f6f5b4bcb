package org.calque.runtime;

import java.util.Arrays;

/**
 * How a tensor lies on its storage.
 *
 * @param sizes length of each dimension; empty for a scalar
 * @param strides distance between neighbours in each dimension, in elements
 * @param offset position of the first element on the storage, in elements
 */
@SuppressWarnings("ArrayRecordComponent") // equals compares contents
public record Layout(long[] sizes, long[] strides, long offset) {

  /** Checks that sizes and strides match. */
  public Layout {
    if (sizes.length != strides.length) {
      throw new IllegalArgumentException(
          sizes.length + " sizes but " + strides.length + " strides");
    }
  }

  /** Sizes, for static import by generated code. */
  public static long[] sizes(long... sizes) {
    return sizes;
  }

  /** Strides in elements, for static import by generated code. */
  public static long[] strides(long... strides) {
    return strides;
  }

  /** Number of elements. */
  public long elements() {
    long product = 1;
    for (long size : sizes) {
      product *= size;
    }
    return product;
  }

  /** Elements that a storage needs to hold this layout: one past the farthest element. */
  public long extent() {
    long last = offset;
    for (int i = 0; i < sizes.length; i++) {
      if (sizes[i] == 0) {
        return offset;
      }
      last += (sizes[i] - 1) * strides[i];
    }
    return last + 1;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Layout that
        && Arrays.equals(sizes, that.sizes)
        && Arrays.equals(strides, that.strides)
        && offset == that.offset;
  }

  @Override
  public int hashCode() {
    return (Arrays.hashCode(sizes) * 31 + Arrays.hashCode(strides)) * 31 + Long.hashCode(offset);
  }

  @Override
  public String toString() {
    return Arrays.toString(sizes) + " strides " + Arrays.toString(strides) + " offset " + offset;
  }
}
