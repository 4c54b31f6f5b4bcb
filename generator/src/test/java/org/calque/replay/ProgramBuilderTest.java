package org.calque.replay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Set;
import org.calque.trace.ExecutionTraceReader;
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

  @Test
  void thePublicLinearTraceHasItsOutermostOperators() {
    String fixtures = System.getProperty("calque.fixtures", "");
    Path linear = Path.of(fixtures, "param/linear_et.json.gz");
    assumeTrue(!fixtures.isEmpty() && Files.exists(linear), "no -Dcalque.fixtures");
    var trace = ExecutionTraceReader.read(linear);
    assertThat(trace.nodes()).hasSize(931);
    assertThat(OperatorSelection.of(trace, Set.of()).nodes()).hasSize(320);
  }
}
