package org.calque.runtime.torch;

import static org.calque.runtime.Operand.flag;
import static org.calque.runtime.Operand.flags;
import static org.calque.runtime.Operand.ints;
import static org.calque.runtime.Operand.none;
import static org.calque.runtime.Operand.number;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.calque.runtime.Operand;
import org.calque.runtime.Slot;

/**
 * Operators that older versions of PyTorch recorded and LibTorch 2.13 has not by that name, and
 * what they became. Positions are those of the last version that had them.
 */
final class Upgrades {
  private static final String CONVOLUTION_BACKWARD = "aten::convolution_backward";
  private static final String PRELU_BACKWARD = "aten::_prelu_kernel_backward";

  private Upgrades() {}

  static void addTo(EquivalentTable table) {
    same(table, "aten::_cat", "aten::cat", 1, 2);
    same(table, "aten::_s_where", "aten::where.self", 1, 3);
    same(table, "aten::_index_copy_", "aten::index_copy_", 1, 4);
    same(table, "aten::_weight_norm_cuda_interface", "aten::_weight_norm_interface", 2, 3);
    same(
        table,
        "aten::_weight_norm_cuda_interface_backward",
        "aten::_weight_norm_interface_backward",
        2,
        5);
    // The weights of the attention, its second result, are asked for by nobody in a whole model.
    table.exact(
        "aten::_scaled_dot_product_attention",
        "aten::scaled_dot_product_attention",
        1,
        given -> given.pick(0, 1, 2, 3, 4, 6));
    table.exact(
        "aten::cudnn_convolution.deprecated",
        "aten::convolution",
        1,
        given -> given.pick(List.of(0, 1, 2, 4, 3, 5), flag(false), ints(0), given.at(6)));
    table.exact(
        "aten::cudnn_convolution.deprecated2",
        "aten::convolution",
        1,
        given ->
            given.pick(
                List.of(0, 1),
                none(),
                given.at(3),
                given.at(2),
                given.at(4),
                flag(false),
                ints(0),
                given.at(5)));
    table.exact(
        "aten::cudnn_convolution_backward",
        CONVOLUTION_BACKWARD,
        3,
        given -> convolution(given, false, 3, 4, 10));
    table.exact(
        "aten::cudnn_convolution_transpose_backward",
        CONVOLUTION_BACKWARD,
        3,
        given -> convolution(given, true, 3, 5, 11));
    table.exact(
        "aten::miopen_convolution_backward aten::miopen_depthwise_convolution_backward",
        CONVOLUTION_BACKWARD,
        3,
        given -> convolution(given, false, 3, 4, 9));
    table.exact(
        "aten::mkldnn_convolution_backward",
        CONVOLUTION_BACKWARD,
        3,
        given -> convolution(given, false, 3, 4, 7));
    for (String mode : List.of("linear1d", "bilinear2d", "bicubic2d", "trilinear3d")) {
      resized(table, mode, true);
    }
    for (String mode : List.of("nearest1d", "nearest2d", "nearest3d")) {
      resized(table, mode, false);
    }
    table.exactSized(
        "aten::prelu_backward", List.of(PRELU_BACKWARD, "aten::sum.dim_IntList"), Upgrades::prelu);
  }

  /** Another name for the same arguments. */
  private static void same(
      EquivalentTable table, String old, String now, int results, int arguments) {
    table.exact(old, now, results, given -> given.pick(IntStream.range(0, arguments).toArray()));
  }

  /** Image, gradient and filters come first; dilation and groups follow the stride. */
  private static List<Operand> convolution(
      Given given, boolean transposed, int padding, int stride, int mask) {
    List<?> wanted = given.list(mask);
    boolean[] outputs = new boolean[3];
    for (int i = 0; i < Math.min(3, wanted.size()); i++) {
      outputs[i] = Boolean.TRUE.equals(wanted.get(i));
    }
    return given.pick(
        List.of(1, 0, 2),
        none(),
        given.at(stride),
        given.at(padding),
        given.at(stride + 1),
        flag(transposed),
        transposed ? given.at(padding + 1) : ints(0),
        given.at(stride + 2),
        flags(outputs));
  }

  /** The backward pass could once be given factors in place of the size. */
  private static void resized(EquivalentTable table, String mode, boolean aligns) {
    String now = "aten::upsample_" + mode + "_backward";
    int factors = aligns ? 4 : 3;
    table.exact(
        now + ".vec",
        now,
        1,
        given -> {
          List<Operand> operands = new ArrayList<>();
          operands.add(given.at(0));
          operands.add(given.has(1) ? given.at(1) : size(given.list(2), given.list(factors)));
          operands.addAll(aligns ? given.pick(2, 3) : given.pick(2));
          given.list(factors).forEach(factor -> operands.add(number((Double) factor)));
          return operands;
        });
  }

  /** Of batch and channels nothing is resized. */
  private static Operand size(List<?> input, List<?> factors) {
    return ints(
        IntStream.range(0, factors.size())
            .mapToLong(i -> (long) ((Long) input.get(i + 2) * (Double) factors.get(i)))
            .toArray());
  }

  /** The kernel takes a weight for each element, and gives a gradient for each. */
  private static void prelu(Composition to) {
    long[] sizes = to.sizes(1);
    long weights = to.sizes(2)[0];
    long[] shape = LongStream.range(0, sizes.length).map(i -> i == 1 ? weights : 1).toArray();
    long[] summed = LongStream.range(0, sizes.length).filter(i -> weights == 1 || i != 1).toArray();
    Slot weight = to.call("aten::view", to.at(2), ints(shape));
    List<Slot> made = to.calls(2, PRELU_BACKWARD, to.at(0), to.at(1), weight);
    Slot sum = to.call("aten::sum.dim_IntList", made.get(1), ints(summed));
    to.returns(made.get(0), to.call("aten::view", sum, ints(weights)));
  }
}
