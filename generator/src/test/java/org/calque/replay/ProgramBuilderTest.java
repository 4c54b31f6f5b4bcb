package org.calque.replay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.calque.trace.TraceTensor.floats;

import java.nio.file.Path;
import java.util.HashSet;
import java.util.Set;
import org.calque.trace.ExecutionTraceReader;
import org.calque.trace.TraceJson;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Programs of real traces. */
class ProgramBuilderTest {
  private static final Path TRACES = Path.of("../generated-benchmarks/traces");

  private static ReplayProgram own(String workload) {
    return ProgramBuilder.build(
        workload, ExecutionTraceReader.read(TRACES.resolve(workload + ".et.json.gz")));
  }

  @ParameterizedTest
  @ValueSource(strings = {"resnet50_train", "gpt_train", "dlrm_train"})
  void aTrainingStepIsCutIntoForwardBackwardAndOptimizer(String workload) {
    ReplayProgram program = own(workload);
    assertThat(program.phases())
        .extracting(Phase::name)
        .containsExactly("forward", "backward", "optimizer");
    int next = 0;
    for (Phase phase : program.phases()) {
      assertThat(phase.from()).isEqualTo(next);
      next = phase.to();
    }
    assertThat(next).isEqualTo(program.steps().size());
  }

  @Test
  void inferenceHasNoPhases() {
    assertThat(own("bert_inference").phases()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"resnet50_train", "gpt_train", "bert_inference", "dlrm_train"})
  void everySlotIsSetBeforeItIsUsedAndNeverAfterItsLastUse(String workload) {
    ReplayProgram program = own(workload);
    Set<Integer> set = new HashSet<>();
    program.storages().forEach(storage -> set.addAll(storage.slots()));
    Set<Integer> persistent = Set.copyOf(set);
    for (Step step : program.steps()) {
      SlotUses.forEach(
          step,
          (operand, argument) -> {
            assertThat(set).contains(operand.slot());
            if (operand.use() == Operand.Use.LAST) {
              set.remove(operand.slot());
            }
          });
      SlotResults.forEach(step, set::add);
    }
    assertThat(set).isEqualTo(persistent);
  }

  @Test
  void whatIsCalledForAGradientsSakeIsReplayedItself() {
    ReplayProgram program = own("dlrm_train");

    assertThat(program.calls())
        .extracting(Step.OperatorCall::operator)
        .contains("aten::_embedding_bag")
        .doesNotContain("aten::embedding_bag.padding_idx");
    assertThat(program.remarks())
        .contains(new Remark("composite-expanded", "aten::embedding_bag.padding_idx", 8));
  }

  @ParameterizedTest
  @CsvSource({"aten::layer_norm, 13", "aten::scaled_dot_product_attention, 6"})
  void compositesWhoseInnerResultsAreUsedLaterAreExpanded(String operator, int count) {
    assertThat(own("gpt_train").remarks())
        .contains(new Remark("composite-expanded", operator, count));
  }

  @Test
  void anInPlaceProductWithANumberIsNoComposite() {
    assertThat(own("resnet50_train").calls())
        .filteredOn(call -> call.operator().equals("aten::mul_.Tensor"))
        .hasSize(161);
  }

  @ParameterizedTest
  @CsvSource({"4, 0", "5, 1"})
  void theStepThatIsWantedIsBuilt(String wanted, int first) {
    TraceJson json = new TraceJson();
    for (int number = 4; number <= 5; number++) {
      TraceJson.Node label = json.label("ProfilerStep#" + number);
      json.call("aten::relu(Tensor self) -> Tensor")
          .takes(floats(1, 8))
          .gives(floats(2, 8))
          .inside(label);
    }
    BuildOptions options = BuildOptions.DEFAULT.withStep(wanted);

    ReplayProgram program = ProgramBuilder.build("hand_made", json.read(), options);

    assertThat(program.calls())
        .extracting(call -> call.provenance().node())
        .containsExactly(3L + 2 * first);
    assertThat(program.remarks()).contains(new Remark("step", "ProfilerStep#" + wanted, 1));
  }

  @Test
  void aStepWithoutOperatorsIsRefusedByName() {
    TraceJson json = new TraceJson();
    json.label("ProfilerStep#4");

    assertThatThrownBy(() -> ProgramBuilder.build("hand_made", json.read()))
        .isInstanceOf(UnreplayableTraceException.class)
        .hasMessageContaining("no node of ProfilerStep#4 has an operator schema");
  }
}
