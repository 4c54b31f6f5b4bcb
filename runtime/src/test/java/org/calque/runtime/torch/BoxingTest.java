package org.calque.runtime.torch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.calque.runtime.Operand.constants;
import static org.calque.runtime.Operand.device;
import static org.calque.runtime.Operand.doubles;
import static org.calque.runtime.Operand.flag;
import static org.calque.runtime.Operand.ints;
import static org.calque.runtime.Operand.none;
import static org.calque.runtime.Operand.number;
import static org.calque.runtime.Operand.slot;
import static org.calque.runtime.Operand.tensors;
import static org.calque.runtime.Operand.text;
import static org.calque.runtime.Operand.unrecorded;

import java.util.List;
import org.assertj.core.api.AbstractThrowableAssert;
import org.calque.runtime.DataType;
import org.calque.runtime.Operand;
import org.calque.runtime.UnsupportedOperatorException;
import org.calque.runtime.Values;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What constants become is decided by the operator's schema. */
class BoxingTest {
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
  void anIntegerIsAScalarOfAnIntegerTensor() {
    int x = frame.range(DataType.INT64, 3);

    assertThat(frame.call("aten::mul.Scalar", slot(x), number(3))).containsExactly(0, 3, 6);
    assertThat(frame.describe(1).type()).isEqualTo(DataType.INT64);
  }

  @Test
  void aFloatScalarTurnsAnIntegerTensorIntoFloats() {
    int x = frame.range(DataType.INT64, 3);

    assertThat(frame.call("aten::mul.Scalar", slot(x), number(0.5))).containsExactly(0, 0.5, 1);
    assertThat(frame.describe(1).type()).isEqualTo(DataType.FLOAT32);
  }

  @Test
  void aTruthValueIsAScalarOfItsOwn() {
    int x = frame.tensor(DataType.BOOL, Values.fill(0), 2);

    frame.run("aten::fill_.Scalar", List.of(Operand.written(x), flag(true)));

    assertThat(frame.read(x)).containsExactly(1, 1);
  }

  @Test
  void anIntegerConvertsWhereAFloatIsTaken() {
    int x = frame.range(4);

    assertThat(frame.call("aten::threshold", slot(x), number(1), number(0)))
        .containsExactly(0, 0, 2, 3);
    assertThat(frame.call("aten::rsub.Scalar", slot(x), number(3), number(1)))
        .containsExactly(3, 2, 1, 0);
    // "float p": 1 is everything dropped
    assertThat(frame.call("aten::dropout", slot(x), number(1), flag(true)))
        .containsExactly(0, 0, 0, 0);
  }

  @Test
  void aTruthValueConvertsWhereAnIntegerIsTaken() {
    int x = frame.range(2, 3);

    // "int dim": True is dimension 1
    assertThat(frame.call("aten::cumsum", slot(x), flag(true))).containsExactly(0, 1, 3, 3, 7, 12);
  }

  @Test
  void zeroAndOneConvertWhereATruthValueIsTaken() {
    int x = frame.range(2, 3);

    // "bool keepdim"
    assertThat(frame.call("aten::sum.dim_IntList", slot(x), ints(1), number(0)))
        .containsExactly(3, 12);
  }

  @Test
  void missingOperandsTakeTheDefaultsOfTheSchema() {
    int x = frame.range(3);

    assertThat(frame.call("aten::add.Tensor", slot(x), slot(x))).containsExactly(0, 2, 4);
  }

  @Test
  void noneStandsForTheDefaultWhereTheTypeHasNoNone() {
    int x = frame.range(3);

    assertThat(frame.call("aten::add.Tensor", slot(x), slot(x), none())).containsExactly(0, 2, 4);
  }

  @Test
  void enumerationsPassAsIntegersAndAnyDeviceIsTheCpu() {
    int result = frame.empty();

    frame.run(
        "aten::empty.memory_format",
        List.of(
            ints(2, 3, 4, 5),
            number(DataType.BFLOAT16.code()),
            number(0),
            device("cuda:0"),
            flag(false),
            number(2)),
        slot(result));

    assertThat(frame.describe(result).type()).isEqualTo(DataType.BFLOAT16);
    // memory format 2: channels last
    assertThat(frame.describe(result).layout().strides()).containsExactly(60, 1, 15, 3);
  }

  @Test
  void emptyListsAreTyped() {
    int x = frame.range(2, 3);
    int scalar = frame.empty();
    frame.run("aten::full", List.of(ints(), number(4.0)), slot(scalar));

    assertThat(frame.read(scalar)).containsExactly(4);
    assertThat(frame.sizes(scalar)).isEmpty();
    // int[1]? dim=[]: over all dimensions
    assertThat(frame.call("aten::sum.dim_IntList", slot(x), ints())).containsExactly(15);
  }

  @Test
  void optionalListsAreListsOrNone() {
    int x = frame.range(1, 1, 2, 2);

    assertThat(frame.call("aten::upsample_nearest2d.vec", slot(x), none(), doubles(2.0, 1.0)))
        .containsExactly(0, 1, 0, 1, 2, 3, 2, 3);
    assertThat(frame.call("aten::upsample_nearest2d.vec", slot(x), ints(1, 2), none()))
        .containsExactly(0, 1);
  }

  @Test
  void listsOfScalarsKeepTheKindOfEachElement() {
    int x = frame.filled(1, 2);
    int y = frame.filled(1, 2);

    frame.run(
        "aten::_foreach_add_.ScalarList",
        List.of(
            tensors(Operand.written(x), Operand.written(y)), constants(number(1), number(0.5))));

    assertThat(frame.read(x)).containsExactly(2, 2);
    assertThat(frame.read(y)).containsExactly(1.5, 1.5);
  }

  @Test
  void stringsPassAsStrings() {
    int x = frame.range(2);

    assertThat(frame.call("aten::gelu", slot(x), text("tanh"))[1]).isBetween(0.841191, 0.841193);
    assertThat(frame.call("aten::gelu", slot(x), text("none"))[1]).isBetween(0.841344, 0.841346);
  }

  @Test
  void aGeneratorIsTheSessionsOwn() {
    double[] first;
    try (TestFrame other = new TestFrame(3)) {
      first = bernoulli(other, none());
    }
    try (TestFrame other = new TestFrame(3)) {
      assertThat(bernoulli(other, unrecorded("Generator"))).containsExactly(first);
    }
    assertThat(first).contains(0.0, 1.0);
  }

  private static double[] bernoulli(TestFrame frame, Operand generator) {
    int x = frame.filled(0.5, 64);
    return frame.call("aten::bernoulli", slot(x), generator);
  }

  @Test
  void aNumberInASlotDoesNotDecideTheElementType() {
    int x = frame.range(DataType.FLOAT16, 2);
    int two = frame.empty();
    frame.session().number(two, DataType.FLOAT64, 2);
    int result = frame.empty();

    frame.run("aten::mul.Tensor", List.of(slot(x), slot(two)), slot(result));

    assertThat(frame.read(result)).containsExactly(0, 2);
    assertThat(frame.describe(result).type()).isEqualTo(DataType.FLOAT16);
  }

  @Test
  void operandsThatDoNotSuitAreRefusedByArgumentAndType() {
    int x = frame.range(3);

    assertRefused("aten::cumsum", slot(x), number(1.5))
        .hasMessage("aten::cumsum: argument 'dim' takes int, not 1.5");
    assertRefused("aten::cumsum", slot(x), text("x"))
        .hasMessage("aten::cumsum: argument 'dim' takes int, not x");
    assertRefused("aten::cumsum", slot(x), slot(x))
        .hasMessage("aten::cumsum: argument 'dim' takes int, not a tensor");
    assertRefused("aten::relu", number(1))
        .hasMessage("aten::relu: argument 'self' takes Tensor, not 1");
    assertRefused("aten::relu", tensors(slot(x)))
        .hasMessage("aten::relu: argument 'self' takes Tensor, not a list of tensors");
    assertRefused("aten::cat", slot(x))
        .hasMessage("aten::cat: argument 'tensors' takes Tensor[], not a tensor");
    assertRefused("aten::gelu", slot(x), number(1))
        .hasMessage("aten::gelu: argument 'approximate' takes str, not 1");
    assertRefused("aten::relu", unrecorded("Tensor"))
        .hasMessageStartingWith("aten::relu: argument 'self' takes Tensor, not a value of kind");
  }

  @Test
  void storagesStreamsAndPackedParametersCannotBePassed() {
    int x = frame.range(3);

    assertRefused("aten::set_.source_Storage", slot(x), number(1))
        .hasMessageContaining("argument 'source' takes Storage");
    assertRefused("quantized::linear_dynamic", slot(x), unrecorded("LinearPackedParamsBase"))
        .hasMessageContaining("argument 'W_prepack'");
  }

  @Test
  void tooManyAndTooFewOperandsAreRefused() {
    int x = frame.range(3);

    assertRefused("aten::relu", slot(x), text("one too many"))
        .hasMessage("aten::relu: takes 1 arguments, but 2 were recorded");
    assertRefused("aten::mm", slot(x))
        .hasMessage("aten::mm: argument 'mat2' was not recorded and has no default");
  }

  private AbstractThrowableAssert<?, ?> assertRefused(String operator, Operand... operands) {
    return assertThatThrownBy(() -> frame.session().bind(operator, List.of(operands), List.of()))
        .isInstanceOf(UnsupportedOperatorException.class);
  }
}
