package org.calque.replay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.calque.trace.TraceTensor.floats;

import java.util.List;
import org.calque.trace.RealTraces;
import org.calque.trace.TraceJson;
import org.calque.trace.TraceTensor;
import org.junit.jupiter.api.Test;

/** What autograd stores as a gradient lives until it is cleared. */
class KeptGradientsTest {
  private static final String RELU = "aten::relu(Tensor self) -> Tensor";
  private static final String DETACH = "aten::detach(Tensor(a) self) -> Tensor(a)";
  private static final String ADD_IN_PLACE =
      "aten::add_.Tensor(Tensor(a!) self, Tensor other, *, Scalar alpha=1) -> Tensor(a!)";

  private final TraceJson json = new TraceJson();
  private final TraceTensor parameter = floats(1, 8);
  private final TraceTensor gradient = floats(2, 8);
  private final TraceTensor stored = gradient.view(3, 8);

  private void backward() {
    json.call(RELU).takes(parameter).gives(gradient);
    TraceJson.Node accumulate = json.label("torch::autograd::AccumulateGrad");
    json.call(DETACH).takes(gradient).gives(stored).inside(accumulate);
  }

  private void optimizer() {
    json.call(ADD_IN_PLACE).takes(parameter, stored, -1L).gives(parameter);
  }

  private List<Step> steps() {
    return ProgramBuilder.build("hand_made", json.read()).steps();
  }

  private static Operand.TensorList last(int slot) {
    return new Operand.TensorList(List.of(new Operand.Tensor(slot, Operand.Use.LAST)));
  }

  @Test
  void aGradientThatNothingUsesIsReleasedAtTheEnd() {
    backward();
    json.call(RELU).takes(parameter).gives(floats(4, 8));

    assertThat(steps()).hasSize(4);
    assertThat(((Step.OperatorCall) steps().get(1)).results()).containsExactly(new Result.Slot(2));
    assertThat(steps().get(3)).isInstanceOf(Step.Release.class);
    assertThat(((Step.Release) steps().get(3)).tensors()).isEqualTo(last(2));
  }

  @Test
  void aGradientThatTheOptimizerUsedIsReleasedAtTheEnd() {
    backward();
    optimizer();
    json.call(RELU).takes(parameter).gives(floats(4, 8));

    assertThat(((Step.OperatorCall) steps().get(2)).operands().get(1))
        .isEqualTo(new Operand.Tensor(2, Operand.Use.READ));
    assertThat(steps().get(4)).isInstanceOf(Step.Release.class);
  }

  @Test
  void aGradientIsReleasedWhereTheOptimizerClearsItNext() {
    json.label("Optimizer.zero_grad#SGD.zero_grad");
    backward();
    optimizer();
    json.label("Optimizer.zero_grad#SGD.zero_grad");
    json.call(RELU).takes(parameter).gives(floats(4, 8));

    assertThat(steps().get(3)).isInstanceOf(Step.Release.class);
    assertThat(steps()).hasSize(5);
  }

  @Test
  void aTrainingStepReleasesTheGradientsOfAllParametersTogether() {
    ReplayProgram program =
        ProgramBuilder.build("mlp", org.calque.trace.ExecutionTraceReader.read(RealTraces.mlp()));

    Step end = program.steps().get(program.steps().size() - 1);

    assertThat(((Step.Release) end).tensors().elements()).hasSize(4);
    assertThat(program.phases().get(2).to()).isEqualTo(program.steps().size());
  }
}
