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
import static org.calque.runtime.Operand.text;
import static org.calque.runtime.Operand.written;
import static org.calque.runtime.Result.dropped;
import static org.calque.runtime.torch.TestFrame.slots;

import java.util.Arrays;
import java.util.List;
import org.calque.runtime.DataType;
import org.calque.runtime.Operand;
import org.calque.runtime.Result;
import org.calque.runtime.Values;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The operators that models are made of, with every kind of argument that they take. */
class OperatorCallTest {
  private TestFrame frame;

  @BeforeEach
  void open() {
    frame = new TestFrame();
  }

  @AfterEach
  void close() {
    frame.close();
  }

  @Test
  void convolution() {
    int x = frame.filled(1, 2, 3, 8, 8);
    int weight = frame.filled(2, 4, 3, 3, 3);
    int bias = frame.filled(5, 4);
    int y = frame.empty();

    frame.run("aten::convolution", convolution(x, weight, slot(bias)), slot(y));

    assertThat(frame.sizes(y)).containsExactly(2, 4, 8, 8);
    // 27 products of 1 and 2 and the bias; 12 products in a corner
    assertThat(frame.read(y)[9]).isEqualTo(59);
    assertThat(frame.read(y)[0]).isEqualTo(29);
    assertThat(
            frame
                .call("aten::convolution", convolution(x, weight, none()).toArray(Operand[]::new))[
                9])
        .isEqualTo(54);
  }

  private static List<Operand> convolution(int x, int weight, Operand bias) {
    return List.of(
        slot(x),
        slot(weight),
        bias,
        ints(1, 1),
        ints(1, 1),
        ints(1, 1),
        flag(false),
        ints(0, 0),
        number(1));
  }

  @Test
  void convolutionBackwardWithAMaskLeavesTheThirdResultUndefined() {
    int gradient = frame.filled(1, 1, 2, 4, 4);
    int x = frame.filled(1, 1, 3, 4, 4);
    int weight = frame.filled(1, 2, 3, 3, 3);
    int dx = frame.empty();
    int dw = frame.empty();
    int db = frame.empty();

    frame.run(
        "aten::convolution_backward",
        List.of(
            slot(gradient),
            slot(x),
            slot(weight),
            ints(2),
            ints(1, 1),
            ints(1, 1),
            ints(1, 1),
            flag(false),
            ints(0, 0),
            number(1),
            flags(true, true, false)),
        slots(dx, dw, db));

    assertThat(frame.sizes(dx)).containsExactly(1, 3, 4, 4);
    assertThat(frame.read(dw)[4]).isEqualTo(16);
    assertThat(frame.describe(db)).isNull();
  }

  @Test
  void addmmIntoAnOutTensor() {
    int bias = frame.filled(1, 2);
    int a = frame.range(2, 3);
    int b = frame.filled(1, 3, 2);
    int out = frame.filled(0, 2, 2);

    frame.run(
        "aten::addmm.out",
        List.of(slot(bias), slot(a), slot(b), number(10), number(2), written(out)));

    assertThat(frame.read(out)).containsExactly(16, 16, 34, 34);
  }

  @Test
  void foreachAddInPlace() {
    int a = frame.filled(1, 3);
    int b = frame.filled(1, 2, 2);
    int c = frame.range(3);
    int d = frame.range(2, 2);

    frame.run(
        "aten::_foreach_add_.List",
        List.of(tensors(written(a), written(b)), tensors(slot(c), slot(d)), number(2)));

    assertThat(frame.read(a)).containsExactly(1, 3, 5);
    assertThat(frame.read(b)).containsExactly(1, 3, 5, 7);
  }

  @Test
  void embeddingBag() {
    int weight = frame.range(10, 2);
    int indices = frame.range(DataType.INT64, 6);
    int offsets = frame.tensor(DataType.INT64, Values.offsets(6), 2);
    int y = frame.empty();

    frame.run(
        "aten::embedding_bag",
        List.of(slot(weight), slot(indices), slot(offsets)),
        slot(y),
        dropped(),
        dropped(),
        dropped());

    // rows 0 + 1 + 2 and 3 + 4 + 5
    assertThat(frame.read(y)).containsExactly(6, 9, 24, 27);
  }

  @Test
  void flashAttentionOfEqualKeysIsTheMeanOfTheValues() {
    int q = frame.filled(1, 1, 2, 4, 8);
    int k = frame.filled(1, 1, 2, 4, 8);
    int v = frame.range(1, 2, 4, 8);
    int y = frame.empty();
    int logSumExp = frame.empty();

    frame.run(
        "aten::_scaled_dot_product_flash_attention_for_cpu",
        List.of(slot(q), slot(k), slot(v), number(0.0), flag(false), none(), number(0.125)),
        slots(y, logSumExp));

    // the rows of the first head start with 0, 8, 16, 24
    assertThat(frame.read(y)[0]).isCloseTo(12, within(1e-4));
    assertThat(frame.sizes(y)).containsExactly(1, 2, 4, 8);
  }

  @Test
  void nativeLayerNorm() {
    int x = frame.range(1, 2);
    int weight = frame.filled(3, 2);
    int bias = frame.filled(1, 2);
    int y = frame.empty();
    int mean = frame.empty();

    frame.run(
        "aten::native_layer_norm",
        List.of(slot(x), ints(2), slot(weight), slot(bias), number(0.0)),
        slot(y),
        slot(mean),
        dropped());

    assertThat(frame.read(y)).containsExactly(-2, 4);
    assertThat(frame.read(mean)).containsExactly(0.5);
  }

  @Test
  void emptyStrided() {
    int x = frame.empty();

    frame.run(
        "aten::empty_strided",
        List.of(ints(3, 4), ints(1, 3), number(DataType.FLOAT64.code())),
        slot(x));

    assertThat(frame.describe(x).layout().strides()).containsExactly(1, 3);
    assertThat(frame.describe(x).type()).isEqualTo(DataType.FLOAT64);
  }

  @Test
  void indexWithAnOmittedDimension() {
    int x = frame.range(2, 5);
    int indices = frame.tensor(DataType.INT64, Values.fill(3), 1);

    assertThat(frame.call("aten::index.Tensor", slot(x), tensors(none(), slot(indices))))
        .containsExactly(3, 8);
  }

  @Test
  void splitAndCat() {
    int x = frame.range(5, 2);
    int a = frame.empty();
    int c = frame.empty();

    frame.run(
        "aten::split.Tensor",
        List.of(slot(x), number(2), number(0)),
        Result.slots(slot(a), dropped(), slot(c)));

    assertThat(frame.read(a)).containsExactly(0, 1, 2, 3);
    assertThat(frame.read(c)).containsExactly(8, 9);
    assertThat(frame.call("aten::cat", tensors(slot(c), slot(a)), number(0)))
        .containsExactly(8, 9, 0, 1, 2, 3);
  }

  @Test
  void nativeDropoutKeepsAndScales() {
    int x = frame.filled(1, 1000);
    int y = frame.empty();
    int mask = frame.empty();

    frame.run("aten::native_dropout", List.of(slot(x), number(0.5), flag(true)), slots(y, mask));

    assertThat(frame.describe(mask).type()).isEqualTo(DataType.BOOL);
    assertThat(Arrays.stream(frame.read(y)).distinct().sorted().toArray()).containsExactly(0, 2);
    assertThat(Arrays.stream(frame.read(mask)).sum()).isBetween(400.0, 600.0);
  }

  @Test
  void nativeBatchNormUpdatesItsRunningStatistics() {
    int x = frame.range(4, 1);
    int weight = frame.filled(1, 1);
    int bias = frame.filled(0, 1);
    int mean = frame.filled(0, 1);
    int variance = frame.filled(1, 1);
    int y = frame.empty();

    frame.run(
        "aten::native_batch_norm",
        List.of(
            slot(x),
            slot(weight),
            slot(bias),
            written(mean),
            written(variance),
            flag(true),
            number(0.1),
            number(1e-5)),
        slot(y),
        dropped(),
        dropped());

    assertThat(frame.read(mean)[0]).isCloseTo(0.15, within(1e-6));
    assertThat(frame.read(y)[3]).isCloseTo(1.3416, within(1e-3));
  }

  @Test
  void maxPoolWithIndices() {
    int x = frame.range(1, 1, 4, 4);
    int y = frame.empty();
    int indices = frame.empty();

    frame.run(
        "aten::max_pool2d_with_indices",
        List.of(slot(x), ints(2, 2), ints(2, 2)),
        slots(y, indices));

    assertThat(frame.read(y)).containsExactly(5, 7, 13, 15);
    assertThat(frame.read(indices)).containsExactly(5, 7, 13, 15);
  }

  @Test
  void fusedAdamTakesSixListsOfTensors() {
    int parameter = frame.filled(1, 3);
    int gradient = frame.filled(2, 3);
    int average = frame.filled(0, 3);
    int square = frame.filled(0, 3);
    int step = frame.filled(1);

    frame.run(
        "aten::_fused_adam_",
        List.of(
            tensors(written(parameter)),
            tensors(slot(gradient)),
            tensors(written(average)),
            tensors(written(square)),
            tensors(),
            tensors(slot(step)),
            number(0.1),
            number(0.9),
            number(0.999),
            number(0.0),
            number(1e-8),
            flag(false),
            flag(false)));

    // the first step moves by the learning rate
    assertThat(frame.read(parameter)[0]).isCloseTo(0.9, within(1e-6));
    assertThat(frame.read(average)[0]).isCloseTo(0.2, within(1e-6));
  }

  @Test
  void einsum() {
    int a = frame.range(2, 2);
    int b = frame.range(2, 2);

    assertThat(frame.call("aten::einsum", text("ij,jk->ik"), tensors(slot(a), slot(b))))
        .containsExactly(2, 3, 6, 11);
  }

  @Test
  void negativeLogLikelihood() {
    int logProbabilities = frame.range(2, 3);
    int target = frame.tensor(DataType.INT64, Values.fill(1), 2);
    int loss = frame.empty();
    int totalWeight = frame.empty();

    frame.run(
        "aten::nll_loss_forward",
        List.of(slot(logProbabilities), slot(target), none(), number(1), number(-100)),
        slots(loss, totalWeight));

    assertThat(frame.read(loss)).containsExactly(-2.5);
    assertThat(frame.read(totalWeight)).containsExactly(2);
  }

  @Test
  void lstmTakesListsOfStatesAndParameters() {
    int x = frame.filled(1, 5, 2, 8);
    int[] states = {frame.filled(0, 1, 2, 4), frame.filled(0, 1, 2, 4)};
    int[] weights = {
      frame.filled(0.1, 16, 8), frame.filled(0.1, 16, 4), frame.filled(0, 16), frame.filled(0, 16)
    };
    int y = frame.empty();

    frame.run(
        "aten::lstm.input",
        List.of(
            slot(x),
            tensors(slots(states)),
            tensors(slots(weights)),
            flag(true),
            number(1),
            number(0.0),
            flag(false),
            flag(false),
            flag(false)),
        slot(y),
        dropped(),
        dropped());

    assertThat(frame.sizes(y)).containsExactly(5, 2, 4);
    assertThat(frame.read(y)[0]).isPositive().isLessThan(1);
  }

  @Test
  void aValueThatIsNoTensorIsDropped() {
    int x = frame.filled(3);

    frame.run("aten::_local_scalar_dense", List.of(slot(x)), dropped());
    frame.run("aten::_local_scalar_dense", List.of(slot(x)));
    frame.run("aten::is_nonzero", List.of(slot(x)), dropped());
  }
}
