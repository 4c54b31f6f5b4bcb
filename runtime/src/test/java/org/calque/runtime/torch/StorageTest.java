package org.calque.runtime.torch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.calque.runtime.Operand.last;
import static org.calque.runtime.Operand.number;
import static org.calque.runtime.Operand.slot;
import static org.calque.runtime.Operand.written;

import java.util.Arrays;
import java.util.List;
import org.assertj.core.api.AbstractThrowableAssert;
import org.calque.runtime.Call;
import org.calque.runtime.Checkpoint;
import org.calque.runtime.DataType;
import org.calque.runtime.Layout;
import org.calque.runtime.ReplayException;
import org.calque.runtime.Values;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.EnumSource.Mode;

/** Tensors are laid out on storages as a trace describes them. */
class StorageTest {
  private TestFrame frame;

  @BeforeEach
  void open() {
    frame = new TestFrame();
  }

  @AfterEach
  void close() {
    frame.close();
  }

  private static Layout layout(long[] sizes, long[] strides, long offset) {
    return new Layout(sizes, strides, offset);
  }

  private static long[] of(long... values) {
    return values;
  }

  @ParameterizedTest
  @EnumSource(mode = Mode.MATCH_NONE, names = "Q.*INT.*")
  void everyElementTypeIsAllocatedFilledAndRead(DataType type) {
    int x = frame.tensor(type, Values.fill(1), 2, 3);

    assertThat(frame.describe(x).type()).isEqualTo(type);
    assertThat(frame.describe(x).layout()).isEqualTo(layout(of(2, 3), of(3, 1), 0));
    assertThat(frame.read(x)).contains(1.0).containsOnly(1.0);
  }

  /** Their scale is not in a trace, so there is nothing to make them of. */
  @ParameterizedTest
  @EnumSource(mode = Mode.MATCH_ANY, names = "Q.*INT.*")
  void quantizedTensorsAreRefused(DataType type) {
    assertThatThrownBy(() -> frame.tensor(type, Values.fill(1), 2, 3))
        .isInstanceOf(ReplayException.class)
        .hasMessageContaining("quantized");
  }

  @ParameterizedTest
  @EnumSource(mode = Mode.MATCH_ANY, names = ".*FLOAT.*")
  void everyFloatingTypeIsFilledWithRandomNumbers(DataType type) {
    int x = frame.tensor(type, Values.uniform(1, 2), 2, 3);

    assertThat(Arrays.stream(frame.read(x))).allMatch(value -> value >= 1 && value <= 2);
  }

  @Test
  void stridesAndOffsetsAreKept() {
    Layout layout = layout(of(2, 3), of(1, 4), 5);

    frame.session().allocate(0, DataType.FLOAT32, 20, layout);
    frame.session().view(1, 0, layout(of(20), of(1), 0));
    frame.session().fill(1, Values.offsets(20), 0);

    assertThat(frame.describe(0).layout()).isEqualTo(layout);
    assertThat(frame.read(0)).containsExactly(5, 9, 13, 6, 10, 14);
  }

  @Test
  void overlappingAndEmptyLayoutsAreAllocated() {
    Layout expanded = layout(of(3, 2), of(0, 1), 0);
    Layout empty = layout(of(0, 4), of(4, 1), 0);
    Layout scalar = layout(of(), of(), 0);
    frame.session().allocate(0, DataType.FLOAT32, 2, expanded);
    frame.session().allocate(1, DataType.FLOAT32, 0, empty);
    frame.session().allocate(2, DataType.FLOAT32, 1, scalar);
    frame.session().allocate(3, DataType.FLOAT32, 6, empty);
    for (int slot = 0; slot < 4; slot++) {
      frame.session().fill(slot, Values.offsets(6), 0);
    }

    assertThat(frame.read(0)).containsExactly(0, 3, 0, 3, 0, 3);
    assertThat(frame.describe(0).layout()).isEqualTo(expanded);
    assertThat(frame.read(1)).isEmpty();
    assertThat(frame.describe(1).layout()).isEqualTo(empty);
    assertThat(frame.read(2)).containsExactly(0);
    assertThat(frame.describe(3).layout()).isEqualTo(empty);
    frame.session().checkpoint(0, 1, 2, 3).restore();
  }

  @Test
  void aViewSharesTheStorage() {
    int x = frame.range(6);
    int y = frame.empty();

    frame.session().view(y, x, layout(of(2), of(2), 1));
    frame.run("aten::mul_.Scalar", List.of(written(y), number(10)));

    assertThat(frame.describe(y).storage()).isEqualTo(frame.describe(x).storage());
    assertThat(frame.read(x)).containsExactly(0, 10, 2, 30, 4, 5);
  }

  @Test
  void aViewMaySeeTheBytesAsAnotherElementType() {
    int words = frame.tensor(DataType.INT32, Values.fill(0x3f800000), 4);
    int floats = frame.empty();
    int bytes = frame.empty();
    int numbers = frame.range(6);
    int complex = frame.empty();

    frame.session().view(floats, words, DataType.FLOAT32, layout(of(2), of(2), 1));
    frame.session().view(bytes, words, DataType.UINT8, layout(of(4), of(1), 8));
    frame.session().view(complex, numbers, DataType.COMPLEX64, layout(of(2), of(1), 1));
    frame.run("aten::neg_", List.of(written(floats)));

    assertThat(frame.read(floats)).containsExactly(-1, -1);
    assertThat(frame.read(bytes)).containsExactly(0, 0, 0x80, 0x3f);
    assertThat(frame.read(complex)).containsExactly(2, 3, 4, 5);
    assertThat(frame.describe(floats).storage()).isEqualTo(frame.describe(words).storage());
    assertThat(frame.describe(complex).storage()).isEqualTo(frame.describe(numbers).storage());
  }

  @Test
  void aStorageThatIsNoWholeNumberOfElementsOfTheOtherTypeIsSeenAsFarAsItGoes() {
    int shorts = frame.range(DataType.INT16, 7);
    int words = frame.empty();

    frame.session().view(words, shorts, DataType.INT32, layout(of(3), of(1), 0));

    assertThat(frame.read(words)).containsExactly(0x10000, 0x30002, 0x50004);
  }

  @Test
  void aBoundViewIsMadeAtEachRun() {
    int x = frame.range(4);
    int y = frame.empty();
    Call view = frame.session().bindView(y, slot(x), layout(of(2), of(1), 2));
    Call lastView = frame.session().bindView(y, last(x), layout(of(), of(), 3));

    view.run();
    assertThat(frame.read(y)).containsExactly(2, 3);
    frame.run("aten::neg", List.of(slot(x)), slot(x));
    view.run();
    assertThat(frame.read(y)).containsExactly(-2, -3);
    lastView.run();
    assertThat(frame.read(y)).containsExactly(-3);
    assertThat(frame.describe(x)).isNull();
  }

  @Test
  void layoutsBeyondTheStorageAreRefused() {
    int x = frame.range(4);

    assertThatThrownBy(
            () -> frame.session().allocate(1, DataType.FLOAT32, 3, layout(of(2, 2), of(2, 1), 0)))
        .isInstanceOf(ReplayException.class)
        .hasMessage(
            "a tensor of [2, 2] strides [2, 1] offset 0 does not fit on a storage of 3 elements");
    assertThatThrownBy(() -> frame.session().view(1, x, layout(of(4), of(1), 1)))
        .isInstanceOf(ReplayException.class)
        .hasMessageContaining("out of bounds");
    assertThatThrownBy(() -> frame.session().view(1, 2, layout(of(4), of(1), 1)))
        .isInstanceOf(ReplayException.class)
        .hasMessage("slot 2 is empty");
  }

  @Test
  void sizesThatDoNotFitIntoMemoryAreRefusedBeforeAllocation() {
    assertTooLarge(1L << 50, layout(of(1L << 50), of(1), 0))
        .hasMessageMatching(
            "a tensor of 4194304\\.0 GiB does not fit into the [\\d.]+ GiB available");
    assertTooLarge(Long.MAX_VALUE, layout(of(2), of(1), 0));
    // 2^32 * 2^32 elements overflow 64 bits
    assertTooLarge(1L << 40, layout(of(1L << 32, 1L << 32), of(1L << 32, 1), 0));
    assertTooLarge(-1, layout(of(0), of(1), 0));
    assertThat(frame.describe(0)).isNull();
  }

  private AbstractThrowableAssert<?, ?> assertTooLarge(long elements, Layout layout) {
    return assertThatThrownBy(() -> frame.session().allocate(0, DataType.FLOAT32, elements, layout))
        .isInstanceOf(ReplayException.class)
        .hasMessageContaining("does not fit");
  }

  @Test
  void aCheckpointPutsTensorsBackAndEmptiesTheOthers() {
    int x = frame.range(2);
    int y = frame.empty();
    Checkpoint checkpoint = frame.session().checkpoint();
    Call call = frame.session().bind("aten::exp2", List.of(last(x)), List.of(slot(y)));

    for (int i = 0; i < 3; i++) {
      call.run();
      assertThat(frame.describe(x)).isNull();
      assertThat(frame.read(y)).containsExactly(1, 2);
      checkpoint.restore();
      assertThat(frame.read(x)).containsExactly(0, 1);
      assertThat(frame.describe(y)).isNull();
    }
  }

  @Test
  void aCheckpointRestoresTheContentsOfWrittenStorages() {
    int x = frame.range(4);
    int part = frame.empty();
    frame.session().view(part, x, layout(of(2), of(1), 2));
    int other = frame.range(2);
    Checkpoint checkpoint = frame.session().checkpoint(part, x);

    for (int i = 0; i < 2; i++) {
      frame.run("aten::fill_.Scalar", List.of(last(part), number(9)));
      frame.run("aten::mul_.Scalar", List.of(written(x), number(2)));
      frame.run("aten::fill_.Scalar", List.of(written(other), number(5)));
      assertThat(frame.read(x)).containsExactly(0, 2, 18, 18);
      checkpoint.restore();
      assertThat(frame.read(x)).containsExactly(0, 1, 2, 3);
      assertThat(frame.read(part)).containsExactly(2, 3);
      // was not named as written
      assertThat(frame.read(other)).containsExactly(5, 5);
    }
  }

  @Test
  void contentsComeBackBitByBitWhateverTheirType() {
    int nan = frame.tensor(DataType.BFLOAT16, Values.fill(Double.NaN), 3);
    int complex = frame.tensor(DataType.COMPLEX64, Values.uniform(-1, 1), 2);
    int truth = frame.tensor(DataType.BOOL, Values.integers(0, 1), 9);
    double[] numbers = frame.read(complex);
    double[] truths = frame.read(truth);
    Checkpoint checkpoint = frame.session().checkpoint(nan, complex, truth);

    for (int slot : new int[] {nan, complex, truth}) {
      frame.session().fill(slot, Values.fill(0), 0);
    }
    checkpoint.restore();

    assertThat(frame.read(nan)).containsOnly(Double.NaN);
    assertThat(frame.read(complex)).containsExactly(numbers);
    assertThat(frame.read(truth)).containsExactly(truths);
  }

  @Test
  void anEmptySlotCannotBeCheckpointedAsWritten() {
    assertThatThrownBy(() -> frame.session().checkpoint(3)).hasMessage("slot 3 is empty");
  }
}
