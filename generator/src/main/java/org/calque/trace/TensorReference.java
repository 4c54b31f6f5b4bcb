package org.calque.trace;

import java.util.Arrays;

/**
 * A tensor as a node shows it. Ids stand for addresses: both are reused after a tensor is freed.
 *
 * @param tensor id of the tensor object
 * @param storage id of the memory it lies on; 0 where there is none
 * @param layout how it lies there
 */
public record TensorReference(long tensor, long storage, TensorLayout layout)
    implements TraceValue {

  /** Element type. */
  public ElementType type() {
    return layout.type();
  }

  /** Device, such as {@code cpu}; empty where the schema has none. */
  public String device() {
    return layout.device();
  }

  /** Position of the first element on the storage, in elements. */
  public long offset() {
    return layout.offset();
  }

  /** Number of elements. */
  public long elements() {
    return layout.elements();
  }

  /** Length of each dimension; shared, so read it only. */
  public long[] sizes() {
    return layout.sizes();
  }

  /** Distance between neighbours in elements, or {@code null} where the schema has none. */
  public long[] strides() {
    return layout.strides();
  }

  /** Strides, where the trace has none those of a contiguous tensor; shared, too. */
  public long[] layoutStrides() {
    return layout.layoutStrides();
  }

  /** The same tensor with other strides. */
  public TensorReference withStrides(long[] strides) {
    return new TensorReference(
        tensor,
        storage,
        new TensorLayout(type(), device(), offset(), elements(), sizes(), strides));
  }

  /** Whether it lies on memory; one without elements does not, nor does a sparse one. */
  public boolean hasMemory() {
    return elements() > 0 && storage != 0;
  }

  /** Bytes of the storage up to the farthest element that the tensor reaches. */
  public long extentBytes() {
    return layout.extentBytes();
  }

  /**
   * Whether this is the same view of memory as {@code other}, whatever the tensor object. Without
   * strides it counts as contiguous.
   */
  public boolean sameLayout(TensorReference other) {
    return layout == other.layout
        || (type() == other.type()
            && offset() == other.offset()
            && Arrays.equals(sizes(), other.sizes())
            && Arrays.equals(layoutStrides(), other.layoutStrides()));
  }

  @Override
  public String toString() {
    return type().shortName() + Arrays.toString(sizes());
  }
}
