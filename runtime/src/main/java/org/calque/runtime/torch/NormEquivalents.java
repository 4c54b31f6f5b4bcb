package org.calque.runtime.torch;

import static org.calque.runtime.Operand.flag;
import static org.calque.runtime.Operand.flags;
import static org.calque.runtime.Operand.ints;
import static org.calque.runtime.Operand.none;
import static org.calque.runtime.Operand.number;

import java.util.Arrays;
import java.util.List;
import java.util.stream.LongStream;
import org.calque.runtime.Operand;
import org.calque.runtime.Slot;

/** Normalisation by cuDNN and MIOpen, over several devices, and by the root of mean squares. */
final class NormEquivalents {
  private static final String NORM = "aten::native_batch_norm";
  private static final String BACKWARD = "aten::native_batch_norm_backward";
  private static final String MULTIPLY = "aten::mul.Tensor";
  private static final String DIVIDE = "aten::div.Tensor";
  private static final String SUM = "aten::sum.dim_IntList";
  private static final String LIKE = "aten::to.other";

  private NormEquivalents() {}

  static void addTo(EquivalentTable table) {
    table.exact(
        "aten::cudnn_batch_norm aten::miopen_batch_norm",
        NORM,
        3,
        given -> given.pick(0, 1, 2, 3, 4, 5, 6, 7));
    table.exact(
        "aten::cudnn_batch_norm_backward aten::miopen_batch_norm_backward",
        BACKWARD,
        3,
        given ->
            given.pick(
                List.of(1, 0, 2, 3, 4, 5, 6), flag(true), given.at(7), flags(true, true, true)));

    // Synchronised: each device's statistics, those of all, and what follows from them.
    table.exact(
        "aten::batch_norm_stats",
        List.of("aten::batch_norm_update_stats", "aten::rsqrt_"),
        to -> {
          List<Slot> made =
              to.calls(2, "aten::batch_norm_update_stats", to.at(0), none(), none(), number(0.0));
          Slot shifted = to.call("aten::add_.Scalar", made.get(1), to.at(1));
          to.returns(made.get(0), to.call("aten::rsqrt_", shifted));
        });
    table.exact(
        "aten::batch_norm_gather_stats_with_counts",
        List.of(MULTIPLY, SUM, "aten::rsqrt"),
        NormEquivalents::gathered);
    table.exact(
        "aten::batch_norm_elemt",
        List.of(NORM),
        to -> {
          Slot variance = to.call("aten::sub_.Scalar", variance(to, to.at(4)), to.at(5));
          Slot made =
              to.calls(
                      3,
                      NORM,
                      to.at(0),
                      to.at(1),
                      to.at(2),
                      to.at(3),
                      variance,
                      flag(false),
                      number(0.0),
                      to.at(5))
                  .get(0);
          to.returns(made);
        });
    table.exact(
        "aten::batch_norm_backward_reduce",
        List.of(BACKWARD, DIVIDE),
        to -> {
          List<Slot> made =
              to.calls(
                  3,
                  BACKWARD,
                  to.at(0),
                  to.at(1),
                  to.at(4),
                  none(),
                  none(),
                  to.at(2),
                  to.at(3),
                  flag(true),
                  number(0.0),
                  flags(false, true, true));
          Slot products = to.call(DIVIDE, made.get(1), to.at(3));
          to.returns(to.call("aten::alias", made.get(2)), products, made.get(1), made.get(2));
        });
    table.exactSized(
        "aten::batch_norm_backward_elemt",
        List.of("aten::addcmul", "aten::addcmul_"),
        NormEquivalents::elementSlopes);
    table.exactSized(
        "aten::_fused_rms_norm_backward",
        List.of(MULTIPLY, "aten::mean.dim", SUM),
        NormEquivalents::rootMeanSquareBackward);
  }

  /** With epsilon. */
  private static Slot variance(Composition to, Operand inverseDeviation) {
    return to.call("aten::pow.Tensor_Scalar", inverseDeviation, number(-2));
  }

  private static void gathered(Composition to) {
    Operand momentum = to.at(5);
    Slot total = to.call("aten::sum", to.at(7));
    Slot shares = to.call("aten::unsqueeze", to.call(DIVIDE, to.at(7), total), number(1));
    Slot mean = to.call(SUM, to.call(MULTIPLY, to.at(1), shares), ints(0));
    Slot each = to.call("aten::sub_.Scalar", variance(to, to.at(2)), to.at(6));
    Slot squares = to.call("aten::addcmul_", each, to.at(1), to.at(1));
    Slot meanSquare = to.call(SUM, to.call("aten::mul_.Tensor", squares, shares), ints(0));
    Slot variance = to.call("aten::addcmul_", meanSquare, mean, mean, number(-1));
    if (to.given().has(3)) {
      Operand kept = number(1 - to.given().real(5));
      Slot faded = to.call("aten::mul_.Scalar", to.at(3), kept);
      to.call("aten::add_.Tensor", faded, mean, momentum);
      Slot fadedVariance = to.call("aten::mul_.Scalar", to.at(4), kept);
      Slot unbiased = to.call(DIVIDE, total, to.call("aten::sub.Scalar", total, number(1)));
      to.call("aten::addcmul_", fadedVariance, variance, unbiased, momentum);
    }
    Slot shifted = to.call("aten::add.Scalar", variance, to.at(6));
    to.returns(mean, to.call("aten::rsqrt", shifted));
  }

  /**
   * A gradient is a sum of three terms for each channel: of the output's, the input, and neither.
   */
  private static void elementSlopes(Composition to) {
    Given given = to.given();
    Operand scale = to.at(3);
    Slot count = to.call("aten::sum", to.at(7));
    Slot ofGradient =
        given.has(4) ? to.call(MULTIPLY, scale, to.at(4)) : to.call("aten::alias", scale);
    Slot mean = to.call(DIVIDE, to.at(5), count);
    Slot product = to.call(DIVIDE, to.at(6), count);
    Slot squared = to.call(MULTIPLY, to.call(MULTIPLY, scale, scale), product);
    Slot ofInput = to.call("aten::neg", to.call(MULTIPLY, squared, ofGradient));
    Slot rest =
        to.call(
            "aten::neg",
            to.call("aten::addcmul", to.call(MULTIPLY, mean, ofGradient), ofInput, to.at(2)));
    long[] sizes = to.sizes(1);
    Operand shape = channel(sizes);
    Slot sum =
        to.call(
            "aten::addcmul",
            to.call("aten::view", rest, shape),
            to.at(1),
            to.call("aten::view", ofInput, shape));
    Slot all = to.call("aten::addcmul_", sum, to.at(0), to.call("aten::view", ofGradient, shape));
    to.returns(to.call(LIKE, all, to.at(1)));
  }

  /** One number for each channel, the second dimension. */
  private static Operand channel(long[] sizes) {
    long[] shape = new long[sizes.length - 1];
    Arrays.fill(shape, 1);
    shape[0] = sizes[1];
    return ints(shape);
  }

  private static void rootMeanSquareBackward(Composition to) {
    Given given = to.given();
    int normalized = given.list(2).size();
    int outer = to.sizes(1).length - normalized;
    Operand inner = ints(LongStream.rangeClosed(-normalized, -1).toArray());
    boolean weighted = given.has(4);
    Slot unit = to.call(MULTIPLY, to.at(1), to.at(3));
    Operand slope = weighted ? to.call(MULTIPLY, to.at(0), to.at(4)) : to.at(0);
    Slot mean = to.call("aten::mean.dim", to.call(MULTIPLY, slope, unit), inner, flag(true));
    Slot across = to.call("aten::sub.Tensor", slope, to.call(MULTIPLY, unit, mean));
    Slot toInput = to.call(LIKE, to.call(MULTIPLY, across, to.at(3)), to.at(1));
    if (!weighted) {
      to.returns(toInput);
      return;
    }
    Slot products = to.call(MULTIPLY, to.at(0), unit);
    Slot toWeight =
        outer == 0 ? products : to.call(SUM, products, ints(LongStream.range(0, outer).toArray()));
    to.returns(toInput, to.call(LIKE, toWeight, to.at(4)));
  }
}
