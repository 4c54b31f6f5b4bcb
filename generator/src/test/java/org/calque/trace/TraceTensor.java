package org.calque.trace;

import java.util.Arrays;
import java.util.List;

/**
 * A tensor for a hand-made trace. Ids stand for addresses, so a test says which tensors share one.
 *
 * @param tensor id of the tensor object
 * @param storage id of the memory
 * @param type element type as the trace spells it
 * @param offset first element on the storage
 * @param sizes length of each dimension
 * @param strides distance between neighbours
 */
public record TraceTensor(
    long tensor, long storage, String type, long offset, List<Long> sizes, List<Long> strides) {

  /** Marks an undefined tensor in a call or in a list. */
  public static final TraceTensor UNDEFINED =
      new TraceTensor(0, 0, "nullptr (uninitialized)", 0, List.of(), List.of());

  /** A contiguous float tensor that fills storage {@code id + 1000}. */
  public static TraceTensor floats(long id, long... sizes) {
    return new TraceTensor(id, id + 1000, "float", 0, list(sizes), contiguous(sizes));
  }

  /** A contiguous tensor of 64-bit integers. */
  public static TraceTensor longs(long id, long... sizes) {
    return floats(id, sizes).type("long int");
  }

  /** The same tensor on another storage. */
  public TraceTensor on(long otherStorage) {
    return new TraceTensor(tensor, otherStorage, type, offset, sizes, strides);
  }

  /** Another tensor object of contiguous layout on the same storage. */
  public TraceTensor view(long id, long... newSizes) {
    return new TraceTensor(id, storage, type, offset, list(newSizes), contiguous(newSizes));
  }

  /** The same tensor with other strides. */
  public TraceTensor strides(long... newStrides) {
    return new TraceTensor(tensor, storage, type, offset, sizes, list(newStrides));
  }

  /** The same tensor further up on its storage. */
  public TraceTensor at(long newOffset) {
    return new TraceTensor(tensor, storage, type, newOffset, sizes, strides);
  }

  /** The same tensor with elements of another type. */
  public TraceTensor type(String newType) {
    return new TraceTensor(tensor, storage, newType, offset, sizes, strides);
  }

  long elements() {
    return sizes.stream().reduce(1L, (a, b) -> a * b);
  }

  private static List<Long> contiguous(long[] sizes) {
    return list(TensorLayout.contiguousStrides(sizes));
  }

  private static List<Long> list(long[] values) {
    return Arrays.stream(values).boxed().toList();
  }
}
