package org.calque.runtime.torch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.calque.runtime.Operand.number;
import static org.calque.runtime.Operand.written;

import java.util.List;
import org.calque.runtime.DataType;
import org.calque.runtime.Layout;
import org.calque.runtime.ValueCounts;
import org.calque.runtime.Values;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** NaN, infinite and denormal numbers are counted where they are. */
class ValueCountsTest {
  private TestFrame frame;

  @BeforeEach
  void open() {
    frame = new TestFrame();
  }

  @AfterEach
  void close() {
    frame.close();
  }

  private ValueCounts count(DataType type, double value) {
    return frame.session().count(frame.tensor(type, Values.fill(value), 3, 2));
  }

  @ParameterizedTest
  @CsvSource({"FLOAT16", "BFLOAT16", "FLOAT32", "FLOAT64"})
  void whatIsNoNumberAndWhatIsInfiniteIsCounted(DataType type) {
    assertThat(count(type, Double.NaN)).isEqualTo(new ValueCounts(6, 6, 0, 0));
    assertThat(count(type, Double.NEGATIVE_INFINITY)).isEqualTo(new ValueCounts(6, 0, 6, 0));
    assertThat(count(type, -0.0)).isEqualTo(new ValueCounts(6, 0, 0, 0));
    assertThat(count(type, -1.5)).isEqualTo(new ValueCounts(6, 0, 0, 0));
  }

  /** The smallest normal numbers of IEEE 754 and of brain floating point, and half of each. */
  @ParameterizedTest
  @CsvSource({
    "FLOAT16, 6.103515625E-5",
    "BFLOAT16, 1.1754943508222875E-38",
    "FLOAT32, 1.1754943508222875E-38",
    "FLOAT64, 2.2250738585072014E-308"
  })
  void whatIsBelowTheSmallestNormalNumberIsDenormal(DataType type, double normal) {
    assertThat(count(type, -normal)).isEqualTo(new ValueCounts(6, 0, 0, 0));
    assertThat(count(type, -normal / 2)).isEqualTo(new ValueCounts(6, 0, 0, 6));
  }

  @Test
  void aComplexElementIsTwoNumbersAndIntegersAreNone() {
    assertThat(count(DataType.COMPLEX64, 1).elements()).isEqualTo(12);
    assertThat(count(DataType.INT64, 1)).isEqualTo(ValueCounts.NONE);
    assertThat(frame.session().count(frame.empty())).isEqualTo(ValueCounts.NONE);
  }

  @Test
  void theWholeStorageUnderATensorIsLookedAt() {
    int large = frame.tensor(DataType.FLOAT32, Values.uniform(1, 2), (1 << 22) + 5);
    int last = frame.empty();
    frame.session().view(last, large, new Layout(new long[] {1}, new long[] {1}, (1 << 22) + 4));
    frame.run("aten::fill_.Scalar", List.of(written(last), number(Double.NaN)));

    assertThat(frame.session().count(last)).isEqualTo(new ValueCounts((1 << 22) + 5, 1, 0, 0));
  }
}
