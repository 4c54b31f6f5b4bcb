package org.calque.replay;

import java.util.Arrays;
import java.util.stream.Collectors;
import org.calque.trace.ElementType;
import org.calque.trace.TensorLayout;

/**
 * The tensor that a slot holds when it is first set.
 *
 * @param type element type
 * @param sizes length of each dimension
 * @param strides distance between neighbours, in elements
 * @param offset position of the first element on the storage, in elements
 * @param device where the recording had it, such as {@code cpu}; empty where the trace does not say
 */
public record TensorSlot(
    ElementType type, long[] sizes, long[] strides, long offset, String device) {

  /** Number of elements. */
  public long elements() {
    return Arrays.stream(sizes).reduce(1, (a, b) -> a * b);
  }

  /** Whether the recording had it in the memory of the processor. */
  public boolean onHost() {
    return device.startsWith("cpu");
  }

  /** Elements' total size in bytes. */
  public long bytes() {
    return elements() * type.bytes();
  }

  /** Bytes of its storage up to the farthest element that it reaches; 0 if it has none. */
  public long extentBytes() {
    return elements() == 0 ? 0 : layout().extentBytes();
  }

  /** Whether it lies at the start of its storage and reaches over all its elements. */
  public boolean fills(long storageElements) {
    return offset == 0 && layout().extent() == storageElements;
  }

  private TensorLayout layout() {
    return new TensorLayout(type, device, offset, elements(), sizes, strides);
  }

  /** Type and sizes, such as {@code float32[8, 64, 56, 56]}. */
  public String shape() {
    return type.shortName()
        + Arrays.stream(sizes).mapToObj(Long::toString).collect(Collectors.joining(", ", "[", "]"));
  }

  @Override
  public boolean equals(Object o) {
    return o instanceof TensorSlot that
        && type == that.type
        && offset == that.offset
        && device.equals(that.device)
        && Arrays.equals(sizes, that.sizes)
        && Arrays.equals(strides, that.strides);
  }

  @Override
  public int hashCode() {
    int layout = Arrays.hashCode(sizes) * 31 + Arrays.hashCode(strides);
    return (layout * 31 + Long.hashCode(offset)) * 31 + type.ordinal();
  }
}
