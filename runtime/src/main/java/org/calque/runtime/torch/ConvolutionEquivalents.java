package org.calque.runtime.torch;

import static org.calque.runtime.Operand.flag;
import static org.calque.runtime.Operand.ints;
import static org.calque.runtime.Operand.none;

import java.util.List;
import org.calque.runtime.Operand;

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
