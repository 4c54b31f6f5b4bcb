package org.calque.runtime.torch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;
import static org.calque.runtime.Operand.flag;
import static org.calque.runtime.Operand.ints;
import static org.calque.runtime.Operand.none;
import static org.calque.runtime.Operand.number;
import static org.calque.runtime.Operand.slot;
import static org.calque.runtime.Operand.tensors;

import java.util.Arrays;
import java.util.List;
import org.calque.runtime.Device;
import org.calque.runtime.Operand;
import org.calque.runtime.UnsupportedOperatorException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Recurrent layers and cells of other libraries, against the cells of LibTorch and their slopes.
 */
class RecurrentEquivalentsTest {
  private static final int BATCH = 2;
  private static final int SIZE = 3;

  private final TestFrame frame = new TestFrame();

  @AfterEach
  void close() {
    frame.close();
  }

  private void assertSame(int found, int expected) {
    assertThat(frame.read(found)).containsExactly(frame.read(expected), within(2e-5));
  }

  @ParameterizedTest
  @CsvSource({"0, rnn_relu", "1, rnn_tanh", "2, lstm", "3, gru"})
  void layersRunOverTheWholeSequence(int mode, String cell) {
    int gates = mode == 2 ? 4 : mode == 3 ? 3 : 1;
    int input = frame.random(1, BATCH, SIZE);
    int state = frame.random(1, BATCH, SIZE);
    int cells = frame.random(1, BATCH, SIZE);
    Operand[] weights = {
      slot(frame.random(gates * SIZE, SIZE)),
      slot(frame.random(gates * SIZE, SIZE)),
      slot(frame.random(gates * SIZE)),
      slot(frame.random(gates * SIZE))
    };
    Operand second = mode == 2 ? slot(cells) : none();
    Operand sizes = ints();
    int[] cudnn =
        frame.calls(
            mode == 2 ? 3 : 2,
            "aten::_cudnn_rnn",
            slot(input),
            tensors(weights),
            number(4),
            none(),
            slot(state),
            second,
            number(mode),
            number(SIZE),
            number(0),
            number(1),
            flag(false),
            number(0.0),
            flag(true),
            flag(false),
            sizes,
            none());
    int[] miopen =
        frame.calls(
            mode == 2 ? 3 : 2,
            "aten::miopen_rnn",
            slot(input),
            tensors(weights),
            number(4),
            slot(state),
            second,
            number(mode),
            number(SIZE),
            number(1),
            flag(false),
            number(0.0),
            flag(true),
            flag(false),
            sizes,
            none());

    int step = frame.calls(1, "aten::select.int", slot(input), number(0), number(0))[0];
    int before = frame.calls(1, "aten::select.int", slot(state), number(0), number(0))[0];
    int cellsBefore = frame.calls(1, "aten::select.int", slot(cells), number(0), number(0))[0];
    Operand hidden = mode == 2 ? tensors(slot(before), slot(cellsBefore)) : slot(before);
    int[] expected =
        frame.calls(
            mode == 2 ? 2 : 1,
            "aten::" + cell + "_cell",
            slot(step),
            hidden,
            weights[0],
            weights[1],
            weights[2],
            weights[3]);
    for (int[] made : List.of(cudnn, miopen)) {
      assertSame(made[0], expected[0]);
      assertSame(made[1], expected[0]);
      if (mode == 2) {
        assertSame(made[2], expected[1]);
      }
    }
  }

  @Test
  void layersOfPackedSequencesAreRefusedAndBackwardPassesToo() {
    Operand[] packed = new Operand[16];
    Arrays.fill(packed, none());
    packed[6] = number(2);
    packed[14] = ints(2, 1);
    assertThatThrownBy(() -> frame.calls(3, "aten::_cudnn_rnn", packed))
        .isInstanceOf(UnsupportedOperatorException.class)
        .hasMessageContaining("aten::_cudnn_rnn")
        .hasMessageContaining("sequences of several lengths");
    assertThatThrownBy(() -> frame.calls(4, "aten::_cudnn_rnn_backward", packed))
        .isInstanceOf(UnsupportedOperatorException.class)
        .hasMessageContaining("reserves");
    assertThat(new TorchEngine().support("aten::_cudnn_rnn_backward", Device.CPU).note())
        .contains("reserves");
  }

  private final int x = frame.random(BATCH, 4 * SIZE);
  private final int h = frame.random(BATCH, 4 * SIZE);
  private final int gru = frame.random(BATCH, 3 * SIZE);
  private final int gruHidden = frame.random(BATCH, 3 * SIZE);
  private final int before = frame.random(BATCH, SIZE);
  private final int bias = frame.random(4 * SIZE);
  private final int hiddenBias = frame.random(4 * SIZE);
  private final int gradient = frame.random(BATCH, SIZE);
  private final int cellGradient = frame.random(BATCH, SIZE);

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void anLstmCellAndItsSlopes(boolean biased) {
    Operand first = biased ? slot(bias) : none();
    Operand second = biased ? slot(hiddenBias) : none();
    int[] made =
        frame.calls(
            3, "aten::_thnn_fused_lstm_cell", slot(x), slot(h), slot(before), first, second);
    double[] gates = sum(x, h, biased);
    for (int row = 0; row < BATCH; row++) {
      for (int i = 0; i < SIZE; i++) {
        int at = row * 4 * SIZE + i;
        double cell =
            sigmoid(gates[at + SIZE]) * frame.read(before)[row * SIZE + i]
                + sigmoid(gates[at]) * Math.tanh(gates[at + 2 * SIZE]);
        assertThat(frame.read(made[1])[row * SIZE + i]).isCloseTo(cell, within(2e-5));
        assertThat(frame.read(made[0])[row * SIZE + i])
            .isCloseTo(sigmoid(gates[at + 3 * SIZE]) * Math.tanh(cell), within(2e-5));
      }
    }

    // LibTorch's own backward pass for the CPU computes the gates again.
    int[] expected =
        frame.calls(
            5,
            "aten::_thnn_differentiable_lstm_cell_backward",
            slot(gradient),
            slot(cellGradient),
            slot(x),
            slot(h),
            first,
            second,
            slot(before),
            slot(made[1]));
    Operand[] operands = {
      slot(gradient), slot(cellGradient), slot(before), slot(made[1]), slot(made[2]), flag(biased)
    };
    int[] impl = frame.calls(3, "aten::_thnn_fused_lstm_cell_backward_impl", operands);
    int[] all = frame.calls(5, "aten::_thnn_fused_lstm_cell_backward", operands);
    assertSame(impl[0], expected[0]);
    assertSame(all[0], expected[0]);
    assertSame(all[1], expected[0]);
    assertSame(impl[1], expected[2]);
    assertSame(all[2], expected[2]);
    assertThat(frame.describe(all[3]) != null).isEqualTo(biased);
    if (biased) {
      assertSame(impl[2], expected[3]);
      assertSame(all[3], expected[3]);
      assertSame(all[4], expected[4]);
    }
  }

  private double[] sum(int first, int second, boolean biased) {
    double[] all = frame.read(first);
    for (int i = 0; i < all.length; i++) {
      all[i] += frame.read(second)[i];
      if (biased) {
        int place = i % (4 * SIZE);
        all[i] += frame.read(bias)[place] + frame.read(hiddenBias)[place];
      }
    }
    return all;
  }

  private static double sigmoid(double of) {
    return 1 / (1 + Math.exp(-of));
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void aGruCellAndItsSlopes(boolean biased) {
    Operand first = biased ? slot(frame.random(3 * SIZE)) : none();
    Operand second = biased ? slot(frame.random(3 * SIZE)) : none();
    int[] made =
        frame.calls(
            2,
            "aten::_thnn_fused_gru_cell",
            slot(gru),
            slot(gruHidden),
            slot(before),
            first,
            second);
    double[] a = biased ? frame.call("aten::add.Tensor", slot(gru), first) : frame.read(gru);
    double[] b =
        biased ? frame.call("aten::add.Tensor", slot(gruHidden), second) : frame.read(gruHidden);
    for (int row = 0; row < BATCH; row++) {
      for (int i = 0; i < SIZE; i++) {
        int at = row * 3 * SIZE + i;
        double reset = sigmoid(a[at] + b[at]);
        double update = sigmoid(a[at + SIZE] + b[at + SIZE]);
        double next = Math.tanh(a[at + 2 * SIZE] + reset * b[at + 2 * SIZE]);
        assertThat(frame.read(made[0])[row * SIZE + i])
            .isCloseTo(
                (1 - update) * next + update * frame.read(before)[row * SIZE + i], within(2e-5));
      }
    }
    assertThat(frame.sizes(made[1])).containsExactly(BATCH, 5 * SIZE);

    int[] expected =
        frame.calls(
            5,
            "aten::_thnn_differentiable_gru_cell_backward",
            slot(gradient),
            slot(gru),
            slot(gruHidden),
            slot(before),
            first,
            second);
    int[] slopes =
        frame.calls(
            5, "aten::_thnn_fused_gru_cell_backward", slot(gradient), slot(made[1]), flag(biased));
    for (int i = 0; i < (biased ? 5 : 3); i++) {
      assertSame(slopes[i], expected[i]);
    }
  }
}
