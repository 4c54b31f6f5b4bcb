package org.calque.runtime.torch;

import org.bytedeco.pytorch.LongOptional;
import org.bytedeco.pytorch.Tensor;

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
}
