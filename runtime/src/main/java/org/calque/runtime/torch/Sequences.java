package org.calque.runtime.torch;

import org.bytedeco.pytorch.Scalar;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.TensorOptions;
import org.bytedeco.pytorch.global.torch;
import org.bytedeco.pytorch.global.torch.ScalarType;
import org.calque.runtime.Values;

/** Values that are about all elements of a tensor together, by the number of each element. */
final class Sequences {
  private Sequences() {}

  /** Whether values are of this kind. */
  static boolean areRuleOf(Values values) {
    return values instanceof Values.Cycle
        || values instanceof Values.Rising
        || values instanceof Values.Offsets
        || values instanceof Values.Shares
        || values instanceof Values.Lengths;
  }

  /**
   * Fills a tensor in row-major order, or its storage where several elements are one.
   *
   * @param storage all elements of its storage
   */
  static void fill(Tensor tensor, Tensor storage, Values values) {
    boolean isWhole = tensor.is_contiguous() && tensor.numel() == storage.numel();
    Tensor target = isWhole || repeats(tensor) ? storage : tensor;
    if (target == tensor) {
      storage.zero_();
    }
    if (target.numel() > 0) {
      target.copy_(elements(target, values).view(target.sizes()));
    }
  }

  /** Whether a tensor is expanded. */
  private static boolean repeats(Tensor tensor) {
    for (long i = 0; i < tensor.dim(); i++) {
      if (tensor.stride(i) == 0 && tensor.size(i) > 1) {
        return true;
      }
    }
    return false;
  }

  private static Tensor elements(Tensor target, Values values) {
    long n = target.numel();
    if (values instanceof Values.Cycle cycle) {
      return numbers(n)
          .remainder(new Scalar(cycle.high() - cycle.low() + 1))
          .add(new Scalar(cycle.low()));
    } else if (values instanceof Values.Rising rising) {
      return rising(n, rising, target.is_floating_point());
    } else if (values instanceof Values.Offsets offsets) {
      return fractions(numbers(n), offsets.total(), n);
    } else if (values instanceof Values.Shares shares) {
      return shares(n, shares.total());
    }
    Values.Lengths lengths = (Values.Lengths) values;
    Tensor result = torch.full(new long[] {n}, new Scalar(lengths.longest()), integers());
    if (n > 1) {
      // Shares rise by at most one, so that turned round they fall.
      result
          .narrow(0, 1, n - 1)
          .copy_(shares(n - 1, lengths.total() - lengths.longest()).sort(0, true).get0());
    }
    return result;
  }

  private static Tensor rising(long n, Values.Rising rising, boolean isFloating) {
    double span = rising.high() - rising.low();
    long steps = Math.max(1, n - 1);
    return isFloating
        ? numbers(n)
            .to(ScalarType.Double)
            .mul(new Scalar(span / steps))
            .add(new Scalar(rising.low()))
        : fractions(numbers(n), (long) span, steps).add(new Scalar((long) rising.low()));
  }

  private static Tensor shares(long n, long total) {
    Tensor bounds = fractions(numbers(n + 1), total, n);
    return bounds.narrow(0, 1, n).sub(bounds.narrow(0, 0, n));
  }

  private static Tensor numbers(long n) {
    return torch.arange(new Scalar(n), integers());
  }

  /** {@code i * total / n} of each number {@code i}, without overflow of the product. */
  private static Tensor fractions(Tensor i, long total, long n) {
    Tensor remainders = i.mul(new Scalar(total % n)).floor_divide(new Scalar(n));
    return i.mul(new Scalar(total / n)).add(remainders);
  }

  private static TensorOptions integers() {
    return new TensorOptions(ScalarType.Long);
  }
}
