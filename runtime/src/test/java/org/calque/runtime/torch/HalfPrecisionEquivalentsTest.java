package org.calque.runtime.torch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.calque.runtime.Operand.flag;
import static org.calque.runtime.Operand.last;
import static org.calque.runtime.Operand.number;
import static org.calque.runtime.Operand.slot;

import org.calque.runtime.DataType;
import org.calque.runtime.Values;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Softmax between half and single precision, as mixed-precision training records it. */
class HalfPrecisionEquivalentsTest {
  private final TestFrame frame = new TestFrame();

  @AfterEach
  void close() {
    frame.close();
  }

  @ParameterizedTest
  @ValueSource(strings = {"_softmax", "_log_softmax"})
  void theForwardPassGoesFromHalfToSingle(String name) {
    int half = frame.tensor(DataType.FLOAT16, Values.uniform(-1, 1), 2, 3);
    int single = frame.calls(1, "aten::to.dtype", slot(half), number(6))[0];
    double[] expected = frame.call("aten::" + name, slot(single), number(1), flag(false));

    int result = frame.calls(1, "aten::" + name, last(half), number(1), flag(true))[0];

    assertThat(frame.describe(result).type()).isEqualTo(DataType.FLOAT32);
    assertThat(frame.read(result)).containsExactly(expected);
    assertThat(frame.describe(half)).as("its last use").isNull();
  }

  @ParameterizedTest
  @ValueSource(strings = {"_softmax", "_log_softmax"})
  void theBackwardPassGoesBackToHalf(String name) {
    int input = frame.random(2, 3);
    int gradient = frame.random(2, 3);
    int output = frame.calls(1, "aten::" + name, slot(input), number(1), flag(false))[0];
    String backward = "aten::" + name + "_backward_data";
    double[] expected = frame.call(backward, slot(gradient), slot(output), number(1), number(6));

    int result = frame.calls(1, backward, slot(gradient), slot(output), number(1), number(5))[0];

    assertThat(frame.describe(result).type()).isEqualTo(DataType.FLOAT16);
    assertThat(frame.read(result)).containsExactly(expected, within(1e-3));
  }
}
