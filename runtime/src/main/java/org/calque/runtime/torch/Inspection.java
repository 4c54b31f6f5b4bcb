package org.calque.runtime.torch;

import java.util.Arrays;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.bytedeco.javacpp.DoublePointer;
import org.bytedeco.javacpp.Pointer;
import org.bytedeco.javacpp.PointerScope;
import org.bytedeco.pytorch.Scalar;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;
import org.bytedeco.pytorch.global.torch.ScalarType;
import org.calque.runtime.DataType;
import org.calque.runtime.Layout;
import org.calque.runtime.ReplayException;
import org.calque.runtime.TensorInfo;
import org.calque.runtime.ValueCounts;

/** Looks into tensors, for tests and checks. */
final class Inspection {
  private static final Map<Integer, DataType> TYPES =
      Arrays.stream(DataType.values())
          .collect(Collectors.toMap(DataType::code, Function.identity()));

  /** Elements that are looked at together. */
  private static final long PIECE = 1 << 22;

  /** The smallest positive numbers that have all bits of their mantissa. */
  private static final Map<ScalarType, Double> SMALLEST_NORMAL =
      Map.of(
          ScalarType.Float, (double) Float.MIN_NORMAL,
          ScalarType.BFloat16, (double) Float.MIN_NORMAL,
          ScalarType.Half, 0x1p-14,
          ScalarType.Float8_e5m2, 0x1p-14,
          ScalarType.Float8_e4m3fn, 0x1p-6,
          ScalarType.Float8_e5m2fnuz, 0x1p-15,
          ScalarType.Float8_e4m3fnuz, 0x1p-7);

  private Inspection() {}

  /**
   * Element type, layout and storage of a tensor.
   *
   * @throws ReplayException if it has no strides or an element type that traces do not name
   */
  static TensorInfo describe(Tensor tensor) {
    ScalarType type = tensor.scalar_type().intern();
    DataType known = TYPES.get((int) type.value);
    if (known == null) {
      throw new ReplayException("tensors of " + type + " are not described");
    }
    if (tensor.layout().intern() != torch.Layout.Strided) {
      throw new ReplayException(
          "tensors in " + tensor.layout().intern() + " layout are not described");
    }
    int dimensions = Math.toIntExact(tensor.dim());
    long[] sizes = new long[dimensions];
    long[] strides = new long[dimensions];
    for (int i = 0; i < dimensions; i++) {
      sizes[i] = tensor.size(i);
      strides[i] = tensor.stride(i);
    }
    Pointer data = tensor.storage().data();
    return new TensorInfo(
        known,
        new Layout(sizes, strides, tensor.storage_offset()),
        data == null ? 0 : data.address());
  }

  /** The elements in row-major order, as double precision; a complex element is two numbers. */
  @SuppressWarnings("try") // the scope frees what is made within it
  static double[] read(Tensor tensor) {
    try (PointerScope scope = new PointerScope()) {
      Tensor real = tensor.is_complex() ? torch.view_as_real(tensor.resolve_conj()) : tensor;
      Tensor dense = real.to(ScalarType.Double).contiguous().cpu();
      double[] elements = new double[Math.toIntExact(dense.numel())];
      if (elements.length > 0) {
        new DoublePointer(dense.data_ptr()).get(elements);
      }
      return elements;
    } catch (RuntimeException e) {
      throw new ReplayException("a tensor cannot be read: " + FirstLine.of(e.getMessage()), e);
    }
  }

  /** Counts what is no ordinary number among the elements of the storage under a tensor. */
  static ValueCounts count(Tensor tensor) {
    boolean isStrided = tensor.layout().intern() == torch.Layout.Strided;
    if (!isStrided || !(tensor.is_floating_point() || tensor.is_complex())) {
      return ValueCounts.NONE;
    }
    ValueCounts counts = ValueCounts.NONE;
    try (Tensor elements = WholeStorage.of(tensor)) {
      long all = elements.numel();
      for (long from = 0; from < all; from += PIECE) {
        counts = counts.plus(countPiece(elements, from, Math.min(PIECE, all - from)));
      }
    }
    return counts;
  }

  @SuppressWarnings("try") // the scope frees what is made within it
  private static ValueCounts countPiece(Tensor elements, long from, long length) {
    try (PointerScope scope = new PointerScope()) {
      Tensor piece = elements.narrow(0, from, length);
      Tensor real = piece.is_complex() ? torch.view_as_real(piece) : piece;
      // Every type is exact in double precision, and none of its denormals is one there.
      Tensor size = real.to(ScalarType.Double).abs();
      double normal = SMALLEST_NORMAL.getOrDefault(real.scalar_type().intern(), Double.MIN_NORMAL);
      return new ValueCounts(
          real.numel(),
          trues(size.isnan()),
          trues(size.isinf()),
          trues(size.lt(new Scalar(normal)).logical_and(size.gt(new Scalar(0.0)))));
    }
  }

  private static long trues(Tensor flags) {
    return flags.sum().item_long();
  }
}
