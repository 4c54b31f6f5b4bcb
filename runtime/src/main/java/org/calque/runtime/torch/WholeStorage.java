package org.calque.runtime.torch;

import org.bytedeco.pytorch.LongOptional;
import org.bytedeco.pytorch.Tensor;
import org.calque.runtime.DataType;
import org.calque.runtime.Layout;

/** The storage under a tensor as a tensor itself. */
final class WholeStorage {
  private WholeStorage() {}

  /** All elements of the storage in one dimension, sharing memory. */
  static Tensor of(Tensor tensor) {
    long elements = tensor.storage().nbytes() / tensor.itemsize();
    try (LongOptional start = new LongOptional(0)) {
      return tensor.as_strided(new long[] {elements}, new long[] {1}, start);
    }
  }

  /** As many elements of the storage in one dimension as make whole elements of another type. */
  static Layout layout(Tensor tensor, DataType type) {
    long larger = Math.max(tensor.itemsize(), type.bytes());
    long bytes = tensor.storage().nbytes() / larger * larger;
    return new Layout(new long[] {bytes / tensor.itemsize()}, new long[] {1}, 0);
  }
}
