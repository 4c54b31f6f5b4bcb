package org.calque.runtime.torch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;
import static org.calque.runtime.Operand.flag;
import static org.calque.runtime.Operand.flags;
import static org.calque.runtime.Operand.ints;
import static org.calque.runtime.Operand.none;
import static org.calque.runtime.Operand.number;
import static org.calque.runtime.Operand.slot;

import java.util.List;
import java.util.stream.IntStream;
import org.calque.runtime.DataType;
import org.calque.runtime.Operand;
import org.calque.runtime.UnsupportedOperatorException;
import org.calque.runtime.Values;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Other devices' convolutions, samplings, dropouts, losses and attentions, against their parts. */
class VendorEquivalentsTest {
  private final TestFrame frame = new TestFrame();

  @AfterEach
  void close() {
    frame.close();
  }

  private double[] call(String operator, Operand... operands) {
    return frame.call(operator, operands);
  }

  private void assertSame(double[] found, double[] expected) {
    assertThat(found).containsExactly(expected, within(2e-5));
  }

  @Test
  void convolutionsMayAddAndRectify() {
    int image = frame.random(1, 2, 4, 5);
    int filters = frame.random(3, 2, 2, 2);
    int bias = frame.random(3);
    Operand[] rest = {ints(2, 1), ints(1, 0), ints(1, 1), number(1)};
    double[] plain =
        call(
            "aten::convolution",
            slot(image),
            slot(filters),
            slot(bias),
            rest[0],
            rest[1],
            rest[2],
            flag(false),
            ints(0, 0),
            rest[3]);
    int z = frame.random(1, 3, 3, 4);
    for (String vendor : List.of("cudnn", "miopen")) {
      assertSame(
          call(
              "aten::" + vendor + "_convolution_relu",
              slot(image),
              slot(filters),
              slot(bias),
              rest[0],
              rest[1],
              rest[2],
              rest[3]),
          IntStream.range(0, plain.length).mapToDouble(i -> Math.max(0, plain[i])).toArray());
      double[] added = frame.read(z);
      assertSame(
          call(
              "aten::" + vendor + "_convolution_add_relu",
              slot(image),
              slot(filters),
              slot(z),
              number(0.5),
              slot(bias),
              rest[0],
              rest[1],
              rest[2],
              rest[3]),
          IntStream.range(0, plain.length)
              .mapToDouble(i -> Math.max(0, plain[i] + 0.5 * added[i]))
              .toArray());
    }
  }

  @Test
  void depthwiseConvolutionsHaveAGroupForEachChannel() {
    int image = frame.random(1, 2, 4, 5);
    int filters = frame.random(2, 1, 2, 2);

    assertSame(
        call(
            "aten::_conv_depthwise2d",
            slot(image),
            slot(filters),
            ints(2, 2),
            none(),
            ints(1, 1),
            ints(0, 0),
            ints(1, 1)),
        call(
            "aten::convolution",
            slot(image),
            slot(filters),
            none(),
            ints(1, 1),
            ints(0, 0),
            ints(1, 1),
            flag(false),
            ints(0, 0),
            number(2)));
  }

  @Test
  void volumesHaveFiltersForEachChannelToo() {
    int volume = frame.random(1, 2, 3, 3, 3);
    int filters = frame.random(2, 1, 2, 2, 2);

    assertSame(
        call(
            "aten::conv_depthwise3d",
            slot(volume),
            slot(filters),
            ints(2, 2, 2),
            none(),
            ints(1, 1, 1),
            ints(0, 0, 0),
            ints(1, 1, 1)),
        call(
            "aten::convolution",
            slot(volume),
            slot(filters),
            none(),
            ints(1, 1, 1),
            ints(0, 0, 0),
            ints(1, 1, 1),
            flag(false),
            ints(0, 0, 0),
            number(2)));
  }

  @Test
  void gridsSampleBetweenCorners() {
    int image = frame.random(1, 1, 3, 3);
    int theta = frame.values(DataType.FLOAT32, List.of(1, 0, 0, 0, 1, 0), 1, 2, 3);
    int grid =
        frame
            .calls(
                1,
                "aten::cudnn_affine_grid_generator",
                slot(theta),
                number(1),
                number(1),
                number(3),
                number(3))[0];

    assertSame(
        frame.read(grid),
        new double[] {-1, -1, 0, -1, 1, -1, -1, 0, 0, 0, 1, 0, -1, 1, 0, 1, 1, 1});
    assertSame(call("aten::cudnn_grid_sampler", slot(image), slot(grid)), frame.read(image));
    int gradient = frame.random(1, 1, 3, 3);
    int[] slopes =
        frame.calls(
            2, "aten::cudnn_grid_sampler_backward", slot(image), slot(grid), slot(gradient));
    assertSame(frame.read(slopes[0]), frame.read(gradient));
    assertThat(frame.sizes(slopes[1])).containsExactly(1, 3, 3, 2);
    int ones = frame.filled(1, 1, 3, 3, 2);
    // Each row of theta meets the sums of x, y and 1 over the grid.
    assertSame(
        call(
            "aten::cudnn_affine_grid_generator_backward",
            slot(ones),
            number(1),
            number(1),
            number(3),
            number(3)),
        new double[] {0, 0, 9, 0, 0, 9});
  }

  @Test
  void droppedElementsAreMaskedAndTheOthersScaled() {
    int input = frame.filled(3, 1000);
    int[] made = frame.calls(2, "aten::_fused_dropout", slot(input), number(0.75), none());
    double[] output = frame.read(made[0]);
    double[] mask = frame.read(made[1]);

    for (int i = 0; i < output.length; i++) {
      assertThat(output[i]).isCloseTo(mask[i] * 4, within(1e-5));
    }
    assertThat(IntStream.range(0, mask.length).mapToDouble(i -> mask[i]).sum())
        .isBetween(650.0, 850.0);
    assertSame(call("aten::_masked_scale", slot(input), slot(made[1]), number(4.0 / 3)), output);
  }

  @Test
  void aLossOfCudnnComesWithItsSlopes() {
    int probabilities =
        frame.calls(1, "aten::log_softmax.int", slot(frame.random(4, 1, 3)), number(2))[0];
    int labels = frame.values(DataType.INT64, List.of(1, 2), 1, 2);
    int[] made =
        frame.calls(
            2,
            "aten::_cudnn_ctc_loss",
            slot(probabilities),
            slot(labels),
            ints(4),
            ints(2),
            number(0),
            flag(false),
            flag(false));
    int[] expected =
        frame.calls(
            2,
            "aten::_ctc_loss",
            slot(probabilities),
            slot(labels),
            ints(4),
            ints(2),
            number(0),
            flag(false));

    assertSame(frame.read(made[0]), frame.read(expected[0]));
    assertThat(frame.sizes(made[1])).containsExactly(4, 1, 3);
    assertSame(
        call(
            "aten::_cudnn_ctc_loss.Tensor",
            slot(probabilities),
            slot(labels),
            slot(frame.values(DataType.INT64, List.of(4), 1)),
            slot(frame.values(DataType.INT64, List.of(2), 1)),
            number(0),
            flag(false),
            flag(false)),
        frame.read(expected[0]));
  }

  @Test
  void productsMayHaveAnotherTypeThanTheirFactors() {
    int half = frame.tensor(DataType.BFLOAT16, Values.fill(1.5), 2, 2);
    int made = frame.calls(1, "aten::mm.dtype", slot(half), slot(half), number(6))[0];

    assertThat(frame.read(made)).containsOnly(4.5);
    assertThat(frame.describe(made).type()).isEqualTo(DataType.FLOAT32);

    int batch = frame.tensor(DataType.BFLOAT16, Values.fill(1.5), 1, 2, 2);
    int batched = frame.calls(1, "aten::bmm.dtype", slot(batch), slot(batch), number(6))[0];
    assertThat(frame.read(batched)).containsOnly(4.5);
    assertThat(frame.describe(batched).type()).isEqualTo(DataType.FLOAT32);
  }

  // Attention with heads behind positions, against the same with heads before them.

  private final int[] heads = {
    frame.random(1, 2, 4, 8), frame.random(1, 2, 4, 8), frame.random(1, 2, 4, 8)
  };

  private Operand positionsFirst(int tensor) {
    return slot(frame.calls(1, "aten::transpose.int", slot(tensor), number(1), number(2))[0]);
  }

  private double[] headsFirst(int tensor) {
    return call("aten::contiguous", positionsFirst(tensor));
  }

  @Test
  void attentionOfOtherLibrariesWithHeadsBeforePositions() {
    Operand[] qkv = {slot(heads[0]), slot(heads[1]), slot(heads[2])};
    int[] expected =
        frame.calls(
            2,
            "aten::_scaled_dot_product_flash_attention_for_cpu",
            qkv[0],
            qkv[1],
            qkv[2],
            number(0.0),
            flag(true));
    int[] overrideable =
        frame.calls(
            2,
            "aten::_scaled_dot_product_fused_attention_overrideable",
            qkv[0],
            qkv[1],
            qkv[2],
            none(),
            number(0.0),
            flag(true));
    int[] cudnn =
        frame.calls(
            2,
            "aten::_cudnn_attention_forward",
            qkv[0],
            qkv[1],
            qkv[2],
            none(),
            none(),
            none(),
            number(4),
            number(4),
            flag(true),
            number(0.0),
            flag(true));
    assertSame(frame.read(overrideable[0]), frame.read(expected[0]));
    assertSame(frame.read(cudnn[0]), frame.read(expected[0]));

    int gradient = frame.random(1, 2, 4, 8);
    int[] slopes =
        frame.calls(
            3,
            "aten::_scaled_dot_product_flash_attention_for_cpu_backward",
            slot(gradient),
            qkv[0],
            qkv[1],
            qkv[2],
            slot(expected[0]),
            slot(expected[1]),
            number(0.0),
            flag(true));
    int[] overrideableSlopes =
        frame.calls(
            3,
            "aten::_scaled_dot_product_fused_attention_overrideable_backward",
            slot(gradient),
            qkv[0],
            qkv[1],
            qkv[2],
            none(),
            flags(true, true, true, false),
            slot(overrideable[0]),
            slot(overrideable[1]),
            none(),
            none(),
            number(4),
            number(4),
            number(0.0),
            flag(true),
            none(),
            none());
    int[] cudnnSlopes =
        frame.calls(
            3,
            "aten::_cudnn_attention_backward",
            slot(gradient),
            qkv[0],
            qkv[1],
            qkv[2],
            slot(cudnn[0]),
            slot(cudnn[1]),
            none(),
            none(),
            none(),
            none(),
            none(),
            number(4),
            number(4),
            number(0.0),
            flag(true));
    for (int i = 0; i < 3; i++) {
      assertSame(frame.read(overrideableSlopes[i]), frame.read(slopes[i]));
      assertSame(frame.read(cudnnSlopes[i]), frame.read(slopes[i]));
    }
  }

  @Test
  void attentionTakesHeadsBehindPositionsToo() {
    Operand[] qkv = {positionsFirst(heads[0]), positionsFirst(heads[1]), positionsFirst(heads[2])};
    int[] expected =
        frame.calls(
            2,
            "aten::_scaled_dot_product_flash_attention_for_cpu",
            slot(heads[0]),
            slot(heads[1]),
            slot(heads[2]),
            number(0.0),
            flag(true));
    int[] flash =
        frame.calls(
            2,
            "aten::_flash_attention_forward",
            qkv[0],
            qkv[1],
            qkv[2],
            none(),
            none(),
            number(4),
            number(4),
            number(0.0),
            flag(true),
            flag(false));
    int[] efficient =
        frame.calls(
            2,
            "aten::_efficient_attention_forward",
            qkv[0],
            qkv[1],
            qkv[2],
            none(),
            none(),
            none(),
            number(4),
            number(4),
            number(0.0),
            number(1),
            flag(true));
    assertSame(headsFirst(flash[0]), frame.read(expected[0]));
    assertSame(headsFirst(efficient[0]), frame.read(expected[0]));

    int gradient = frame.random(1, 2, 4, 8);
    int[] slopes =
        frame.calls(
            3,
            "aten::_scaled_dot_product_flash_attention_for_cpu_backward",
            slot(gradient),
            slot(heads[0]),
            slot(heads[1]),
            slot(heads[2]),
            slot(expected[0]),
            slot(expected[1]),
            number(0.0),
            flag(true));
    int[] flashSlopes =
        frame.calls(
            3,
            "aten::_flash_attention_backward",
            positionsFirst(gradient),
            qkv[0],
            qkv[1],
            qkv[2],
            slot(flash[0]),
            slot(flash[1]),
            none(),
            none(),
            number(4),
            number(4),
            number(0.0),
            flag(true),
            none(),
            none());
    int[] efficientSlopes =
        frame.calls(
            3,
            "aten::_efficient_attention_backward",
            positionsFirst(gradient),
            qkv[0],
            qkv[1],
            qkv[2],
            none(),
            slot(efficient[0]),
            none(),
            none(),
            number(4),
            number(4),
            slot(efficient[1]),
            number(0.0),
            none(),
            none(),
            number(1),
            flag(false));
    for (int i = 0; i < 3; i++) {
      assertSame(headsFirst(flashSlopes[i]), frame.read(slopes[i]));
      assertSame(headsFirst(efficientSlopes[i]), frame.read(slopes[i]));
    }
  }

  @Test
  void attentionOverSequencesOfSeveralLengthsIsRefused() {
    int ends = frame.range(DataType.INT32, 2);
    assertThatThrownBy(
            () ->
                frame.calls(
                    2,
                    "aten::_flash_attention_forward",
                    slot(heads[0]),
                    slot(heads[1]),
                    slot(heads[2]),
                    slot(ends),
                    slot(ends),
                    number(4),
                    number(4),
                    number(0.0),
                    flag(true),
                    flag(false)))
        .isInstanceOf(UnsupportedOperatorException.class)
        .hasMessageContaining("sequences of several lengths");
  }

  @Test
  void attentionAsOlderVersionsRecordedItBinds() {
    double[] expected =
        call(
            "aten::scaled_dot_product_attention",
            slot(heads[0]),
            slot(heads[1]),
            slot(heads[2]),
            none(),
            number(0.0),
            flag(true));
    int[] efficient =
        frame.calls(
            2,
            "aten::_scaled_dot_product_efficient_attention",
            slot(heads[0]),
            slot(heads[1]),
            slot(heads[2]),
            flag(true),
            flag(true));
    int cudnn =
        frame
            .calls(
                2,
                "aten::_scaled_dot_product_cudnn_attention",
                slot(heads[0]),
                slot(heads[1]),
                slot(heads[2]),
                number(0.0),
                flag(true),
                flag(false))[0];
    int[] plain =
        frame.calls(
            1,
            "aten::_scaled_dot_product_attention",
            slot(heads[0]),
            slot(heads[1]),
            slot(heads[2]),
            none(),
            number(0.0),
            flag(false),
            flag(true));
    assertSame(frame.read(efficient[0]), expected);
    assertSame(frame.read(cudnn), expected);
    assertSame(frame.read(plain[0]), expected);
    int[] slopes =
        frame.calls(
            3,
            "aten::_scaled_dot_product_efficient_attention_backward",
            slot(efficient[0]),
            slot(heads[0]),
            slot(heads[1]),
            slot(heads[2]),
            slot(efficient[0]),
            slot(efficient[1]),
            flag(true),
            flag(false));
    assertThat(frame.sizes(slopes[0])).isEqualTo(frame.sizes(heads[0]));
  }
}
