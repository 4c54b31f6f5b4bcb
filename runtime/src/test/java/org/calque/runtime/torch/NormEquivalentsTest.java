package org.calque.runtime.torch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.calque.runtime.Operand.flag;
import static org.calque.runtime.Operand.flags;
import static org.calque.runtime.Operand.ints;
import static org.calque.runtime.Operand.none;
import static org.calque.runtime.Operand.number;
import static org.calque.runtime.Operand.slot;
import static org.calque.runtime.Operand.tensors;
import static org.calque.runtime.Operand.written;

import java.util.List;
import org.calque.runtime.DataType;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * A batch divided between two devices is normalised, with their statistics put together, as the
 * whole batch is on one.
 */
class NormEquivalentsTest {
  private static final int CHANNELS = 3;
  private static final double EPSILON = 1e-5;
  private static final double MOMENTUM = 0.1;

  private final TestFrame frame = new TestFrame();
  private final int[] parts = {frame.random(2, CHANNELS, 4), frame.random(1, CHANNELS, 4)};
  private final int[] gradients = {frame.random(2, CHANNELS, 4), frame.random(1, CHANNELS, 4)};
  private final int weight = frame.random(CHANNELS);
  private final int bias = frame.random(CHANNELS);
  private final int whole = joined("aten::cat", parts);
  private final int gradient = joined("aten::cat", gradients);
  private final int counts = frame.values(DataType.FLOAT32, List.of(8, 4), 2);

  @AfterEach
  void close() {
    frame.close();
  }

  private int joined(String operator, int... pieces) {
    return frame.calls(1, operator, tensors(TestFrame.slots(pieces)), number(0))[0];
  }

  private void assertSame(int found, int expected) {
    assertThat(frame.read(found)).containsExactly(frame.read(expected), within(2e-5));
    assertThat(frame.sizes(found)).isEqualTo(frame.sizes(expected));
  }

  private int[] onOneDevice(int mean, int variance) {
    return frame.calls(
        3,
        "aten::native_batch_norm",
        slot(whole),
        slot(weight),
        slot(bias),
        written(mean),
        written(variance),
        flag(true),
        number(MOMENTUM),
        number(EPSILON));
  }

  private int[] statistics(int mean, int variance) {
    int[] first = frame.calls(2, "aten::batch_norm_stats", slot(parts[0]), number(EPSILON));
    int[] second = frame.calls(2, "aten::batch_norm_stats", slot(parts[1]), number(EPSILON));
    return frame.calls(
        2,
        "aten::batch_norm_gather_stats_with_counts",
        slot(parts[0]),
        slot(joined("aten::stack", first[0], second[0])),
        slot(joined("aten::stack", first[1], second[1])),
        written(mean),
        written(variance),
        number(MOMENTUM),
        number(EPSILON),
        slot(counts));
  }

  private final int[] running = {
    frame.filled(0.5, CHANNELS), frame.filled(2, CHANNELS),
    frame.filled(0.5, CHANNELS), frame.filled(2, CHANNELS)
  };

  @Test
  void statisticsOfDevicesArePutTogether() {
    int[] expected = onOneDevice(running[0], running[1]);
    int[] found = statistics(running[2], running[3]);

    assertSame(found[0], expected[1]);
    assertSame(found[1], expected[2]);
    assertSame(running[2], running[0]);
    assertSame(running[3], running[1]);

    int[] outputs = new int[2];
    for (int i = 0; i < 2; i++) {
      outputs[i] =
          frame
              .calls(
                  1,
                  "aten::batch_norm_elemt",
                  slot(parts[i]),
                  slot(weight),
                  slot(bias),
                  slot(found[0]),
                  slot(found[1]),
                  number(EPSILON))[0];
    }
    assertSame(joined("aten::cat", outputs), expected[0]);
  }

  @Test
  void slopesOfDevicesArePutTogether() {
    int[] saved = statistics(running[2], running[3]);
    int[] expected =
        frame.calls(
            3,
            "aten::native_batch_norm_backward",
            slot(gradient),
            slot(whole),
            slot(weight),
            none(),
            none(),
            slot(saved[0]),
            slot(saved[1]),
            flag(true),
            number(EPSILON),
            flags(true, true, true));

    int[][] reduced = new int[2][];
    for (int i = 0; i < 2; i++) {
      reduced[i] =
          frame.calls(
              4,
              "aten::batch_norm_backward_reduce",
              slot(gradients[i]),
              slot(parts[i]),
              slot(saved[0]),
              slot(saved[1]),
              slot(weight),
              flag(true),
              flag(true),
              flag(true));
    }
    int[] sums = new int[4];
    for (int k = 0; k < 4; k++) {
      sums[k] = sum(reduced[0][k], reduced[1][k]);
    }
    assertSame(sums[0], expected[2]);
    assertSame(sums[2], expected[1]);
    assertSame(sums[3], expected[2]);

    int[] slopes = new int[2];
    for (int i = 0; i < 2; i++) {
      slopes[i] =
          frame
              .calls(
                  1,
                  "aten::batch_norm_backward_elemt",
                  slot(gradients[i]),
                  slot(parts[i]),
                  slot(saved[0]),
                  slot(saved[1]),
                  slot(weight),
                  slot(sums[0]),
                  slot(sums[1]),
                  slot(counts))[0];
    }
    assertSame(joined("aten::cat", slopes), expected[0]);
  }

  private int sum(int first, int second) {
    return frame.calls(1, "aten::add.Tensor", slot(first), slot(second))[0];
  }

  @Test
  void normalisingByTheRootOfMeanSquaresHasTheSlopesOfItsDefinition() {
    int input = frame.random(2, 3, 5);
    int slope = frame.random(2, 3, 5);
    int scale = frame.random(5);
    int[] forward =
        frame.calls(2, "aten::_fused_rms_norm", slot(input), ints(5), slot(scale), number(EPSILON));
    int[] found =
        frame.calls(
            2,
            "aten::_fused_rms_norm_backward",
            slot(slope),
            slot(input),
            ints(5),
            slot(forward[1]),
            slot(scale),
            flags(true, true));

    double[] x = frame.read(input);
    double[] dy = frame.read(slope);
    double[] w = frame.read(scale);
    double[] toScale = new double[5];
    for (int row = 0; row < 6; row++) {
      double squares = 0;
      double products = 0;
      for (int i = 0; i < 5; i++) {
        squares += x[row * 5 + i] * x[row * 5 + i];
        products += x[row * 5 + i] * w[i] * dy[row * 5 + i];
      }
      double root = 1 / Math.sqrt(squares / 5 + EPSILON);
      for (int i = 0; i < 5; i++) {
        int at = row * 5 + i;
        toScale[i] += dy[at] * x[at] * root;
        assertThat(frame.read(found[0])[at])
            .isCloseTo(
                root * w[i] * dy[at] - Math.pow(root, 3) * x[at] * products / 5, within(2e-5));
      }
    }
    assertThat(frame.read(found[1])).containsExactly(toScale, within(2e-5));
  }
}
