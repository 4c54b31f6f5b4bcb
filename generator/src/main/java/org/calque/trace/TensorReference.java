package org.calque.trace;

import java.util.Arrays;

/**
 * A tensor as a node shows it. Ids stand for addresses: both are reused after a tensor is freed.
 *
 * @param tensor id of the tensor object
 * @param storage id of the memory it lies on; 0 where there is none
 * @param offset position of the first element on the storage, in elements
 * @param elements number of elements
 * @param device such as {@code cpu}; empty where the schema has none
 * @param type element type
 * @param sizes length of each dimension
 * @param strides distance between neighbours in elements, or {@code null} where the schema has none
 */
public record TensorReference(
    long tensor,
    long storage,
    long offset,
    long elements,
    String device,
    ElementType type,
    long[] sizes,
    long[] strides)
    implements TraceValue {

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

  /** Whether this is the same view of memory as {@code other}, whatever the tensor object. */
  public boolean sameLayout(TensorReference other) {
    return type == other.type
        && offset == other.offset
        && Arrays.equals(sizes, other.sizes)
        && (strides == null || other.strides == null || Arrays.equals(strides, other.strides));
  }

  @Override
  public boolean equals(Object o) {
    return o instanceof TensorReference that
        && tensor == that.tensor
        && storage == that.storage
        && elements == that.elements
        && device.equals(that.device)
        && sameLayout(that);
  }

  @Override
  public int hashCode() {
    return Long.hashCode(tensor * 31 + storage);
  }

  @Override
  public String toString() {
    return type.shortName() + Arrays.toString(sizes);
  }
}
