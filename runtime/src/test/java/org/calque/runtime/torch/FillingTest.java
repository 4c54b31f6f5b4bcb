package org.calque.runtime.torch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.calque.runtime.Operand.flag;
import static org.calque.runtime.Operand.number;
import static org.calque.runtime.Operand.slot;

import java.util.Arrays;
import org.calque.runtime.DataType;
import org.calque.runtime.Layout;
import org.calque.runtime.ReplayException;
import org.calque.runtime.SessionOptions;
import org.calque.runtime.Values;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The same rule, seed and number of elements give the same values. */
class FillingTest {
  private TestFrame frame;

  @BeforeEach
  void open() {
    frame = new TestFrame();
  }

  @AfterEach
  void close() {
    frame.close();
  }

  @ParameterizedTest
  @EnumSource(
      value = DataType.class,
      names = {"FLOAT16", "BFLOAT16", "FLOAT32", "FLOAT64", "COMPLEX32", "COMPLEX64", "COMPLEX128"})
  void uniformNumbersLieInTheirRangeAndVary(DataType type) {
    int x = frame.tensor(type, Values.uniform(-2, 3), 1000);

    double[] values = frame.read(x);
    assertThat(Arrays.stream(values).min().orElseThrow()).isBetween(-2.0, -1.9);
    assertThat(Arrays.stream(values).max().orElseThrow()).isBetween(2.9, 3.0);
    assertThat(Arrays.stream(values).average().orElseThrow()).isBetween(0.3, 0.7);
  }

  @ParameterizedTest
  @EnumSource(
      value = DataType.class,
      names = {"UINT8", "INT8", "INT16", "INT32", "INT64", "FLOAT32", "FLOAT16"})
  void integersIncludeBothBounds(DataType type) {
    int x = frame.tensor(type, Values.integers(3, 5), 200);

    assertThat(Arrays.stream(frame.read(x)).distinct().sorted().toArray()).containsExactly(3, 4, 5);
  }

  @Test
  void bothBoundsOccurAmongIntegersHoweverFewThereAre() {
    assertThat(frame.read(frame.tensor(DataType.INT64, Values.integers(0, 1_000_000), 2)))
        .containsExactly(0, 1_000_000);
    assertThat(frame.read(frame.tensor(DataType.INT64, Values.integers(0, 1_000_000), 1)))
        .containsExactly(1_000_000);
  }

  @Test
  void integersReachTheEndsOfTheirType() {
    frame.tensor(DataType.INT64, Values.integers(0, Long.MAX_VALUE), 4);
    int bytes = frame.tensor(DataType.INT8, Values.integers(-128, 127), 20_000);
    int truths = frame.tensor(DataType.BOOL, Values.integers(-5, 17), 100);

    assertThat(frame.read(bytes)).contains(-128, 127);
    assertThat(frame.read(truths)).contains(0, 1);
  }

  @Test
  void offsetsDivideTheirTotalEvenly() {
    assertThat(frame.read(frame.tensor(DataType.INT64, Values.offsets(10), 4)))
        .containsExactly(0, 2, 5, 7);
    assertThat(frame.read(frame.tensor(DataType.INT32, Values.offsets(3), 5)))
        .containsExactly(0, 0, 1, 1, 2);
    assertThat(frame.read(frame.tensor(DataType.INT64, Values.offsets(1L << 61), 4)))
        .containsExactly(0, 1L << 59, 1L << 60, 3L << 59);
    assertThat(frame.read(frame.tensor(DataType.INT64, Values.offsets(7), 0))).isEmpty();
  }

  @Test
  void aCycleCountsUpAgainAndAgain() {
    assertThat(frame.read(frame.tensor(DataType.INT32, Values.cycle(2, 4), 2, 4)))
        .containsExactly(2, 3, 4, 2, 3, 4, 2, 3);
    assertThat(frame.read(frame.tensor(DataType.INT64, Values.cycle(0, 0), 2)))
        .containsExactly(0, 0);
  }

  @Test
  void risingNumbersStartAndEndAsToldAndNeverFall() {
    assertThat(frame.read(frame.tensor(DataType.INT64, Values.rising(0, 10), 4)))
        .containsExactly(0, 3, 6, 10);
    assertThat(frame.read(frame.tensor(DataType.INT64, Values.rising(0, 2), 6)))
        .containsExactly(0, 0, 0, 1, 1, 2);
    assertThat(frame.read(frame.tensor(DataType.FLOAT32, Values.rising(-1, 1), 5)))
        .containsExactly(-1, -0.5, 0, 0.5, 1);
    assertThat(frame.read(frame.tensor(DataType.FLOAT32, Values.rising(3, 9), 1)))
        .containsExactly(3);
  }

  @Test
  void sharesSumUpToTheirTotal() {
    assertThat(frame.read(frame.tensor(DataType.INT64, Values.shares(11), 4)))
        .containsExactly(2, 3, 3, 3);
    assertThat(frame.read(frame.tensor(DataType.BOOL, Values.shares(2), 5)))
        .containsExactly(0, 0, 1, 0, 1);
    assertThat(frame.read(frame.tensor(DataType.BOOL, Values.shares(0), 3)))
        .containsExactly(0, 0, 0);
  }

  @Test
  void lengthsFallFromTheLongestAndSumUpToTheirTotal() {
    assertThat(frame.read(frame.tensor(DataType.INT64, Values.lengths(7, 18), 4)))
        .containsExactly(7, 4, 4, 3);
    assertThat(frame.read(frame.tensor(DataType.INT64, Values.lengths(5, 5), 1)))
        .containsExactly(5);
  }

  @Test
  void whatIsAboutAllElementsFillsTheTensorAndLeavesTheRestOfItsStorageZero() {
    int columns = frame.empty();
    frame
        .session()
        .allocate(columns, DataType.INT64, 10, new Layout(new long[] {3, 2}, new long[] {1, 5}, 1));
    int all = frame.empty();
    frame.session().view(all, columns, new Layout(new long[] {10}, new long[] {1}, 0));

    frame.session().fill(columns, Values.cycle(1, 6), 0);

    assertThat(frame.read(columns)).containsExactly(1, 2, 3, 4, 5, 6);
    assertThat(frame.read(all)).containsExactly(0, 1, 3, 5, 0, 0, 2, 4, 6, 0);
  }

  @Test
  void recordedElementsAreThoseOfTheResource() {
    Values recorded = Values.recorded(FillingTest.class, "recorded");

    assertThat(frame.read(frame.tensor(DataType.INT32, recorded, 2, 2)))
        .containsExactly(5, -1, 1 << 30, 0);
    assertThatThrownBy(() -> frame.tensor(DataType.INT32, recorded, 3))
        .isInstanceOf(ReplayException.class)
        .hasMessageEndingWith("its resource is longer than the tensor; generate it again");
    assertThatThrownBy(() -> frame.tensor(DataType.INT32, recorded, 5))
        .hasMessageEndingWith("its resource is shorter than the tensor; generate it again");
    assertThatThrownBy(
            () -> frame.tensor(DataType.INT32, Values.recorded(FillingTest.class, "absent"), 5))
        .hasMessageEndingWith("its resource is missing; generate the class again");
  }

  @Test
  void valuesDependOnSeedAndCountAlone() {
    int x = frame.filled(0, 10, 10);
    int y = frame.filled(0, 100);
    frame.session().fill(x, Values.uniform(0, 1), 42);
    double[] first = frame.read(x);

    frame.call("aten::rand_like", slot(x));
    frame.session().fill(y, Values.uniform(0, 1), 42);
    assertThat(frame.read(y)).containsExactly(first);
    frame.session().fill(y, Values.uniform(0, 1), 43);
    assertThat(frame.read(y)).isNotEqualTo(first);

    try (var other = new TorchEngine().open(new SessionOptions(1, 2, 99))) {
      other.allocate(0, DataType.FLOAT32, 100, frame.describe(y).layout());
      other.fill(0, Values.uniform(0, 1), 42);
      assertThat(other.read(0)).containsExactly(first);
    }
  }

  @Test
  void fillingLeavesTheNumbersThatOperatorsDrawAlone() {
    double[] undisturbed = dropout(new TestFrame(5), false);

    assertThat(dropout(new TestFrame(5), true)).containsExactly(undisturbed);
    assertThat(dropout(new TestFrame(6), false)).isNotEqualTo(undisturbed);
  }

  private static double[] dropout(TestFrame frame, boolean fillBefore) {
    try (frame) {
      int x = frame.filled(1, 64);
      if (fillBefore) {
        frame.tensor(DataType.FLOAT32, Values.uniform(0, 1), 1000);
      }
      return frame.call("aten::dropout", slot(x), number(0.5), flag(true));
    }
  }

  @Test
  void rulesThatDoNotSuitTheElementTypeAreRefused() {
    assertThatThrownBy(() -> frame.tensor(DataType.INT64, Values.uniform(0, 1), 3))
        .isInstanceOf(ReplayException.class)
        .hasMessageStartingWith(
            "a tensor of Long cannot be filled with Uniform[low=0.0, high=1.0]");
    assertThatThrownBy(() -> frame.tensor(DataType.INT8, Values.integers(0, 1000), 3))
        .isInstanceOf(ReplayException.class)
        .hasMessageContaining("cannot be filled with Integers");
    assertThatThrownBy(() -> frame.session().fill(200, Values.fill(0), 0))
        .hasMessage("slot 200 is empty");
  }
}
