package org.calque.runtime.torch;

import static org.calque.runtime.Operand.flag;
import static org.calque.runtime.Operand.ints;
import static org.calque.runtime.Operand.none;
import static org.calque.runtime.Operand.number;

import java.util.List;
import org.calque.runtime.Operand;
import org.calque.runtime.Slot;

/** Convolutions of cuDNN and MIOpen. */
final class ConvolutionEquivalents {
  private static final String CONVOLUTION = "aten::convolution";

  private ConvolutionEquivalents() {}

  static void addTo(EquivalentTable table) {
    table.exact(
        "aten::cudnn_convolution",
        CONVOLUTION,
        1,
        given -> straight(given, none(), given.at(3), given.at(2), 4));
    table.exact(
        "aten::miopen_convolution aten::miopen_depthwise_convolution",
        CONVOLUTION,
        1,
        given -> straight(given, given.at(2), given.at(4), given.at(3), 5));
    table.exact(
        "aten::cudnn_convolution_transpose",
        CONVOLUTION,
        1,
        given -> transposed(given, none(), given.at(4), given.at(2), 5, given.at(3)));
    table.exact(
        "aten::miopen_convolution_transpose",
        CONVOLUTION,
        1,
        given -> transposed(given, given.at(2), given.at(5), given.at(3), 6, given.at(4)));
    List<String> rectified = List.of(CONVOLUTION, "aten::relu_");
    table.exact(
        "aten::cudnn_convolution_relu aten::miopen_convolution_relu",
        rectified,
        to -> {
          Given given = to.given();
          Slot made = convolved(to, straight(given, given.at(2), given.at(3), given.at(4), 5));
          to.returns(to.call("aten::relu_", made));
        });
    table.exact(
        "aten::cudnn_convolution_add_relu aten::miopen_convolution_add_relu",
        rectified,
        to -> {
          Given given = to.given();
          Slot made = convolved(to, straight(given, given.at(4), given.at(5), given.at(6), 7));
          Operand alpha = given.has(3) ? given.at(3) : number(1);
          to.returns(to.call("aten::relu_", to.call("aten::add_.Tensor", made, to.at(2), alpha)));
        });
    table.exactSized(
        "aten::_conv_depthwise2d aten::conv_depthwise3d",
        List.of(CONVOLUTION),
        to ->
            to.returns(
                to.call(
                    CONVOLUTION,
                    to.at(0),
                    to.at(1),
                    to.at(3),
                    to.at(4),
                    to.at(5),
                    to.at(6),
                    flag(false),
                    ints(0),
                    number(to.sizes(0)[1]))));
  }

  private static Slot convolved(Composition to, List<Operand> operands) {
    return to.call(CONVOLUTION, operands.toArray(Operand[]::new));
  }

  /** The first two are image and filters; dilation and groups stand together. */
  private static List<Operand> straight(
      Given given, Operand bias, Operand stride, Operand padding, int dilation) {
    return given.pick(
        List.of(0, 1),
        bias,
        stride,
        padding,
        given.at(dilation),
        flag(false),
        ints(0),
        given.at(dilation + 1));
  }

  private static List<Operand> transposed(
      Given given,
      Operand bias,
      Operand stride,
      Operand padding,
      int dilation,
      Operand outputPadding) {
    return given.pick(
        List.of(0, 1),
        bias,
        stride,
        padding,
        given.at(dilation),
        flag(true),
        outputPadding,
        given.at(dilation + 1));
  }
}
