package org.calque.replay;

/** Strides that follow from a shape and how elements lie. */
final class ViewStrides {
  private ViewStrides() {}

  /**
   * Images, or volumes, whose channels are innermost.
   *
   * @return {@code null} if there are too few or too many dimensions for that
   */
  static long[] channelsLast(long[] sizes) {
    if (sizes.length < 4 || sizes.length > 5) {
      return null;
    }
    long[] strides = new long[sizes.length];
    strides[1] = 1;
    long next = sizes[1];
    for (int i = sizes.length - 1; i > 1; i--) {
      strides[i] = next;
      next *= sizes[i];
    }
    strides[0] = next;
    return strides;
  }

  /**
   * Another shape of the same elements where they lie. Dimensions that lie without gaps make one
   * run, and a run is cut anew.
   *
   * @return {@code null} if that is not possible
   */
  static long[] reshaped(long[] sizes, long[] strides, long[] shape) {
    long[] result = new long[shape.length];
    int next = sizes.length - 1;
    long left = 1;
    long step = 1;
    for (int i = shape.length - 1; i >= 0; i--) {
      if (left == 1 && shape[i] != 1) {
        while (next >= 0 && sizes[next] == 1) {
          next--;
        }
        if (next < 0) {
          return null;
        }
        step = strides[next];
        left = sizes[next--];
        while (next >= 0 && (sizes[next] == 1 || strides[next] == left * step)) {
          left *= sizes[next--];
        }
      }
      if (shape[i] == 0 || left % shape[i] != 0) {
        return null;
      }
      result[i] = step;
      step *= shape[i];
      left /= shape[i];
    }
    return result;
  }
}
