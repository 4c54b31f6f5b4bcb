package org.calque.replay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.calque.trace.TraceTensor.floats;

import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.calque.trace.ExecutionTraceReader;
import org.calque.trace.RealTraces;
import org.calque.trace.TraceJson;
import org.calque.trace.TraceTensor;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** How a step is cut into phases, and what each phase writes. */
class PhasesTest {
  private static final String RELU = "aten::relu(Tensor self) -> Tensor";
  private static final String ADD_IN_PLACE =
      "aten::add_.Tensor(Tensor(a!) self, Tensor other) -> Tensor(a!)";
  private static final TraceTensor WEIGHT = floats(1, 8);
  private static final TraceTensor OUTPUT = floats(2, 8);

  private TraceJson json;
  private long sequence;

  @BeforeEach
  void newTrace() {
    json = new TraceJson();
  }

  private void forward() {
    json.call(RELU).takes(WEIGHT).gives(OUTPUT).attribute("seq_id", sequence);
  }

  private void backward() {
    TraceJson.Node engine =
        json.label("autograd::engine::evaluate_function: ReluBackward0").backwardOf(sequence++);
    json.call(RELU).takes(OUTPUT).gives(floats(3, 8)).inside(engine);
  }

  private void optimizer() {
    TraceJson.Node step = json.label("Optimizer.step#SGD.step");
    json.call(ADD_IN_PLACE).takes(WEIGHT, floats(3, 8)).gives(WEIGHT).inside(step);
  }

  /** Work that no label surrounds and autograd did not number. */
  private void unmarked() {
    json.call(RELU).takes(WEIGHT).gives(floats(9, 8));
  }

  private List<String> phases() {
    return program().phases().stream()
        .map(phase -> phase.name() + " " + phase.from() + "-" + phase.to())
        .toList();
  }

  private ReplayProgram program() {
    return ProgramBuilder.build("hand_made", json.read());
  }

  @Test
  void aTrainingStepHasThree() {
    forward();
    backward();
    optimizer();

    assertThat(phases()).containsExactly("forward 0-1", "backward 1-2", "optimizer 2-3");
  }

  @Test
  void clippingGradientsBelongsToTheOptimizer() {
    forward();
    backward();
    unmarked();
    unmarked();
    optimizer();

    assertThat(phases()).containsExactly("forward 0-1", "backward 1-2", "optimizer 2-5");
  }

  @Test
  void workBetweenTwoBackwardFunctionsIsBackwardWork() {
    forward();
    backward();
    unmarked();
    backward();
    optimizer();

    assertThat(phases()).containsExactly("forward 0-1", "backward 1-4", "optimizer 4-5");
  }

  @Test
  void whatComesBeforeTheFirstLabelIsForwardWork() {
    unmarked();
    forward();
    backward();

    assertThat(phases()).containsExactly("forward 0-2", "backward 2-3");
  }

  @Test
  void whatComesAfterTheOptimizerStaysWithIt() {
    forward();
    backward();
    optimizer();
    unmarked();
    forward();

    assertThat(phases()).containsExactly("forward 0-1", "backward 1-2", "optimizer 2-5");
  }

  @Test
  void accumulatingGradientsGivesASecondRound() {
    forward();
    backward();
    forward();
    backward();
    optimizer();

    assertThat(phases())
        .containsExactly(
            "forward 0-1", "backward 1-2", "forward2 2-3", "backward2 3-4", "optimizer 4-5");
  }

  @Test
  void aStepOfOneKindHasNone() {
    forward();
    unmarked();

    assertThat(phases()).isEmpty();
  }

  @Test
  void inferenceHasNone() {
    assertThat(real("bert_inference").phases()).isEmpty();
  }

  @Test
  void onlyWhatExistsBeforeThePhaseIsWrittenByIt() {
    TraceTensor inner = floats(5, 8);
    forward();
    backward();
    TraceJson.Node step = json.label("Optimizer.step#SGD.step");
    json.call(RELU).takes(WEIGHT).gives(inner).inside(step);
    json.call(ADD_IN_PLACE).takes(inner, WEIGHT).gives(inner).inside(step);
    json.call(ADD_IN_PLACE).takes(WEIGHT, inner).gives(WEIGHT).inside(step);

    assertThat(program().phases()).last().extracting(Phase::written).isEqualTo(List.of(0));
  }

  @Test
  void whatCrossesOverAndIsWrittenIsNamedOnce() {
    TraceTensor gradient = floats(3, 8);
    forward();
    backward();
    TraceJson.Node step = json.label("Optimizer.step#SGD.step");
    json.call(ADD_IN_PLACE).takes(gradient, WEIGHT).gives(gradient).inside(step);
    json.call(ADD_IN_PLACE).takes(gradient, WEIGHT).gives(gradient).inside(step);

    Phase optimizer = program().phases().get(2);

    assertThat(optimizer.written()).containsExactly(2);
  }

  @Test
  void aPhaseThatWritesThroughAViewNamesItsStorage() {
    TraceTensor row = WEIGHT.view(7, 4);
    forward();
    backward();
    TraceJson.Node step = json.label("Optimizer.step#SGD.step");
    json.call("aten::narrow(Tensor(a) self) -> Tensor(a)").takes(WEIGHT).gives(row).inside(step);
    json.call(ADD_IN_PLACE).takes(row, floats(8, 4)).gives(row).inside(step);

    assertThat(program().phases()).last().extracting(Phase::written).isEqualTo(List.of(0));
  }

  @Test
  void theOptimizerOfTheSmallStepWritesParametersAndMomentum() {
    ReplayProgram mlp =
        ProgramBuilder.build("mlp_train", ExecutionTraceReader.read(RealTraces.mlp()));

    assertThat(writtenRoles(mlp, "optimizer"))
        .isEqualTo(
            Map.of(
                "aten::linear weight", 2L, "aten::linear bias", 2L, "aten::mul_.Tensor self", 4L));
    assertThat(writtenRoles(mlp, "forward")).isEmpty();
    assertThat(writtenRoles(mlp, "backward")).isEmpty();
  }

  @Test
  void theForwardPassOfResnetWritesTheStatisticsOfItsNormalisations() {
    ReplayProgram resnet = real("resnet50_train");

    assertThat(writtenRoles(resnet, "forward"))
        .isEqualTo(
            Map.of(
                "aten::_batch_norm_impl_index running_mean", 53L,
                "aten::_batch_norm_impl_index running_var", 53L,
                "aten::add_.Tensor self", 53L));
    assertThat(writtenRoles(resnet, "backward")).isEmpty();
    assertThat(resnet.phases().get(2).written()).hasSize(2 * 161);
  }

  private static ReplayProgram real(String workload) {
    return ProgramBuilder.build(workload, ExecutionTraceReader.read(RealTraces.own(workload)));
  }

  /** How many materialised storages a phase writes, by what uses them first. */
  private static Map<String, Long> writtenRoles(ReplayProgram program, String phase) {
    List<Integer> written =
        program.phases().stream()
            .filter(p -> p.name().equals(phase))
            .findFirst()
            .orElseThrow()
            .written();
    return written.stream()
        .map(
            slot ->
                program.storages().stream()
                    .filter(storage -> storage.slots().contains(slot))
                    .findFirst()
                    .orElseThrow()
                    .role())
        .collect(Collectors.groupingBy(role -> role, Collectors.counting()));
  }
}
