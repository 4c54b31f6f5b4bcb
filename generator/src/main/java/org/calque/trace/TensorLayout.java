package org.calque.trace;

import java.util.Arrays;

/**
 * How a tensor lies on its memory. A trace keeps each distinct one once, so the arrays are shared:
 * read them only.
 *
 * @param type element type
 * @param device such as {@code cpu}; empty where the schema has none
 * @param offset position of the first element on the storage, in elements
 * @param elements number of elements
 * @param sizes length of each dimension
 * @param strides distance between neighbours in elements, or {@code null} where the schema has none
 */
public record TensorLayout(
    ElementType type, String device, long offset, long elements, long[] sizes, long[] strides) {

  /** Strides, where the trace has none those of a contiguous tensor. */
  public long[] layoutStrides() {
    return strides != null ? strides : contiguousStrides(sizes);
  }

  /** Strides of a row-major tensor without gaps. */
  public static long[] contiguousStrides(long[] sizes) {
    long[] strides = new long[sizes.length];
    long next = 1;
    for (int i = sizes.length - 1; i >= 0; i--) {
      strides[i] = next;
      next *= Math.max(sizes[i], 1);
    }
    return strides;
  }

  /** Whether elements lie in row-major order without gaps. */
  public boolean isContiguous() {
    long[] steps = layoutStrides();
    long next = 1;
    for (int i = sizes.length - 1; i >= 0; i--) {
      if (sizes[i] > 1 && steps[i] != next) {
        return false;
      }
      next *= Math.max(sizes[i], 1);
    }
    return true;
  }

  /** One past the farthest element that the tensor reaches on its storage. */
  public long extent() {
    long[] steps = layoutStrides();
    long last = offset;
    for (int i = 0; i < sizes.length; i++) {
      if (sizes[i] == 0) {
        return offset;
      }
      last += (sizes[i] - 1) * steps[i];
    }
    return last + 1;
  }

  /** Bytes of the storage up to the farthest element that the tensor reaches. */
  public long extentBytes() {
    return extent() * type.bytes();
  }

  @Override
  public boolean equals(Object o) {
    return o instanceof TensorLayout that
        && type == that.type
        && offset == that.offset
        && elements == that.elements
        && device.equals(that.device)
        && Arrays.equals(sizes, that.sizes)
        && Arrays.equals(strides, that.strides);
  }

  @Override
  public int hashCode() {
    return (Arrays.hashCode(sizes) * 31 + Arrays.hashCode(strides)) * 31 + Long.hashCode(offset);
  }
}
