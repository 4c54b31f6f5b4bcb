package org.calque.replay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.calque.trace.TraceTensor.floats;

import java.util.List;
import org.calque.trace.ExecutionTraceReader;
import org.calque.trace.RealTraces;
import org.calque.trace.TraceJson;
import org.calque.trace.TraceValue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Scalars that six decimals cannot hold, and the operators that tell what they were. */
class RoundedScalarsTest {
  private static final String ADD =
      "aten::add.Scalar(Tensor self, Scalar other, Scalar alpha=1) -> Tensor";

  private final TraceJson json = new TraceJson();

  private ReplayProgram program() {
    return ProgramBuilder.build("hand_made", json.read());
  }

  private static double scalar(ReplayProgram program, int call, int argument) {
    Operand operand = program.calls().get(call).operands().get(argument);
    return ((TraceValue.Real) ((Operand.Constant) operand).value()).value();
  }

  private void assertRestored(int call, int argument, double value, String subject) {
    ReplayProgram program = program();
    assertThat(scalar(program, call, argument)).isEqualTo(value);
    assertThat(program.remarks()).containsExactly(new Remark("scalar-restored", subject, 1));
  }

  @ParameterizedTest
  @CsvSource({
    "native_layer_norm, eps",
    "native_batch_norm, eps",
    "cudnn_batch_norm, epsilon",
    "native_group_norm, eps",
    "rms_norm, eps",
    "native_batch_norm_backward, eps"
  })
  void theEpsilonOfANormalisation(String operator, String argument) {
    json.call("aten::" + operator + "(Tensor input, float " + argument + ") -> Tensor")
        .takes(floats(1, 8, 4), 0.0)
        .gives(floats(2, 8, 4));

    assertRestored(0, 1, 1e-12, "normalisation epsilon 1e-12");
  }

  @Test
  void everyLayerNormOfBertHasOne() {
    ReplayProgram bert =
        ProgramBuilder.build(
            "bert_inference", ExecutionTraceReader.read(RealTraces.own("bert_inference")));

    assertThat(bert.remarks())
        .contains(new Remark("scalar-restored", "normalisation epsilon 1e-12", 17));
  }

  @Test
  void whatTheSchemaSaysIsTheDefault() {
    json.call("aten::cosine_similarity(Tensor x1, Tensor x2, int dim=1, float eps=1e-08) -> Tensor")
        .takes(floats(1, 8, 4), floats(2, 8, 4), 1L, 0.0)
        .gives(floats(3, 8));

    assertRestored(0, 3, 1e-8, "eps 1.0E-8 by default");
  }

  @Test
  void aDefaultThatSixDecimalsHoldIsNotWhatWasRounded() {
    json.call("aten::gelu_like(Tensor self, float slope=0.01) -> Tensor")
        .takes(floats(1, 8, 4), 0.0)
        .gives(floats(3, 8));

    assertThat(scalar(program(), 0, 1)).isZero();
  }

  @ParameterizedTest
  @CsvSource({
    "_fused_adam_, eps, 1e-8, Adam epsilon 1e-8",
    "_fused_adamw_, eps, 1e-8, Adam epsilon 1e-8",
    "_fused_adagrad_, eps, 1e-10, Adagrad epsilon 1e-10",
    "_fused_adam_, lr, 1e-7, learning rate 1e-7",
    "_fused_sgd_, lr, 1e-7, learning rate 1e-7"
  })
  void argumentsOfFusedOptimizers(String operator, String argument, double value, String subject) {
    json.call(
            "aten::"
                + operator
                + "(Tensor(a!)[] self, Tensor[] grads, *, float "
                + argument
                + ") -> ()")
        .takes(List.of(floats(1, 8)), List.of(floats(2, 8)), 0.0)
        .gives();

    assertRestored(0, 2, value, subject);
  }

  @ParameterizedTest
  @CsvSource({
    "Adagrad, 1e-10, Adagrad epsilon 1e-10",
    "RMSprop, 1e-8, Adam epsilon 1e-8",
    "Adam, 1e-8, Adam epsilon 1e-8"
  })
  void whatAnOptimizerAddsToARoot(String optimizer, double value, String subject) {
    TraceJson.Node step = json.label("Optimizer.step#" + optimizer + ".step");
    json.call("aten::sqrt(Tensor self) -> Tensor")
        .takes(floats(1, 8))
        .gives(floats(2, 8))
        .inside(step);
    json.call("aten::add_.Scalar(Tensor(a!) self, Scalar other, Scalar alpha=1) -> Tensor(a!)")
        .takes(floats(2, 8), 0.0, 1L)
        .gives(floats(2, 8))
        .inside(step);

    assertRestored(1, 1, value, subject);
  }

  @Test
  void whatAdamaxAddsToTheSizeOfAGradient() {
    TraceJson.Node step = json.label("Optimizer.step#Adamax.step");
    json.call("aten::add_.Scalar(Tensor(a!) self, Scalar other, Scalar alpha=1) -> Tensor(a!)")
        .takes(floats(2, 8), 0.0, 1L)
        .gives(floats(2, 8))
        .inside(step);

    assertRestored(0, 1, 1e-8, "Adam epsilon 1e-8");
  }

  @Test
  void aLearningRateThatAStepGoesAgainstTheGradientWith() {
    json.call("aten::add_.Tensor(Tensor(a!) self, Tensor other, *, Scalar alpha=1) -> Tensor(a!)")
        .takes(floats(1, 8), floats(2, 8), -0.0)
        .gives(floats(1, 8));

    assertRestored(0, 2, -1e-7, "learning rate -1e-7");
  }

  @Test
  void aFactorOfPositiveZeroIsZero() {
    json.call("aten::add_.Tensor(Tensor(a!) self, Tensor other, *, Scalar alpha=1) -> Tensor(a!)")
        .takes(floats(1, 8), floats(2, 8), 0.0)
        .gives(floats(1, 8));

    assertThat(scalar(program(), 0, 2)).isZero();
  }

  @Test
  void theLeastNormThatIsDividedBy() {
    json.call("aten::linalg_vector_norm(Tensor self, Scalar ord=2) -> Tensor")
        .takes(floats(1, 8, 4), 2.0)
        .gives(floats(2, 8));
    json.call("aten::clamp_min(Tensor self, Scalar min) -> Tensor")
        .takes(floats(2, 8), 0.0)
        .gives(floats(3, 8));

    assertRestored(1, 1, 1e-12, "least norm 1e-12");
  }

  @Test
  void aBoundOfZeroOfAnythingElseIsZero() {
    json.call("aten::clamp_min(Tensor self, Scalar min) -> Tensor")
        .takes(floats(2, 8), 0.0)
        .gives(floats(3, 8));

    assertThat(scalar(program(), 0, 1)).isZero();
  }

  @ParameterizedTest
  @CsvSource({"rsqrt", "sqrt", "log", "reciprocal"})
  void whatIsAddedBeforeARootOrALogarithm(String operator) {
    json.call(ADD).takes(floats(1, 8), 0.0, 1L).gives(floats(2, 8));
    json.call("aten::" + operator + "(Tensor self) -> Tensor")
        .takes(floats(2, 8))
        .gives(floats(3, 8));

    assertRestored(0, 1, 1e-8, "epsilon of a divisor 1e-8");
  }

  @Test
  void whatIsAddedToADivisor() {
    json.call(ADD).takes(floats(1, 8), 0.0, 1L).gives(floats(2, 8));
    json.call("aten::div.Tensor(Tensor self, Tensor other) -> Tensor")
        .takes(floats(3, 8), floats(2, 8))
        .gives(floats(4, 8));

    assertRestored(0, 1, 1e-8, "epsilon of a divisor 1e-8");
  }
}
