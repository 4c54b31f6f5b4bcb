package org.calque.replay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.calque.trace.TraceTensor.UNDEFINED;
import static org.calque.trace.TraceTensor.floats;
import static org.calque.trace.TraceTensor.longs;

import java.util.Arrays;
import java.util.List;
import org.calque.trace.ExecutionTraceReader;
import org.calque.trace.RealTraces;
import org.calque.trace.TraceJson;
import org.calque.trace.TraceTensor;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What materialised memory is filled with: values that are valid for the operators that use it. */
class ValueRulesTest {
  private final TraceJson json = new TraceJson();

  /** The rule of the storage whose first use has this role. */
  private ValueRule rule(String role) {
    return rule(ProgramBuilder.build("hand_made", json.read()), role);
  }

  private static ValueRule rule(ReplayProgram program, String role) {
    return program.storages().stream()
        .filter(storage -> storage.role().equals(role))
        .findFirst()
        .orElseThrow(() -> new AssertionError("no " + role + " among " + program.storages()))
        .values();
  }

  private static ReplayProgram real(String workload) {
    return ProgramBuilder.build(workload, ExecutionTraceReader.read(RealTraces.own(workload)));
  }

  @Test
  void labelsStayWithinTheClasses() {
    json.call("aten::nll_loss_forward(Tensor self, Tensor target) -> Tensor")
        .takes(floats(1, 8, 10), longs(2, 8))
        .gives(floats(3));

    assertThat(rule("aten::nll_loss_forward target")).isEqualTo(new ValueRule.Integers(0, 9));
  }

  @Test
  void labelsOfASingleSampleStayWithinTheClassesToo() {
    json.call("aten::nll_loss_forward(Tensor self, Tensor target) -> Tensor")
        .takes(floats(1, 10), longs(2, 1))
        .gives(floats(3));

    assertThat(rule("aten::nll_loss_forward target")).isEqualTo(new ValueRule.Integers(0, 9));
  }

  @Test
  void aRecordedRangeIsKept() {
    json.call("aten::embedding(Tensor weight, Tensor indices) -> Tensor")
        .takes(floats(1, 100, 4), longs(2, 8))
        .gives(floats(3, 8, 4))
        .attribute("tensor_range", "{\"0\":[0,0],\"1\":[7,42]}");

    assertThat(rule("aten::embedding indices")).isEqualTo(new ValueRule.Integers(7, 42));
  }

  @Test
  void aRangeIsCountedWithUndefinedTensorsAndLists() {
    json.call("aten::index.Tensor(Tensor self, Tensor?[] indices) -> Tensor")
        .takes(floats(1, 100, 50), Arrays.asList(UNDEFINED, longs(2, 8)))
        .gives(floats(3, 100, 8))
        .attribute("tensor_range", "{\"2\":[7,42]}");

    assertThat(rule("aten::index.Tensor indices")).isEqualTo(new ValueRule.Integers(7, 42));
  }

  @Test
  void indicesOfAnEmbeddingLieInTheTable() {
    json.call("aten::embedding(Tensor weight, Tensor indices) -> Tensor")
        .takes(floats(1, 100, 4), longs(2, 8))
        .gives(floats(3, 8, 4));

    assertThat(rule("aten::embedding indices")).isEqualTo(new ValueRule.Integers(0, 99));
  }

  @Test
  void indicesThatPassThroughAViewAndACopyLieInTheTable() {
    TraceTensor x = longs(2, 2, 4);
    TraceTensor flat = x.view(5, 8);
    json.call("aten::view(Tensor(a) self, SymInt[] size) -> Tensor(a)")
        .takes(x, List.of(8L))
        .gives(flat);
    json.call("aten::clone(Tensor self) -> Tensor").takes(flat).gives(longs(6, 8));
    json.call("aten::embedding(Tensor weight, Tensor indices) -> Tensor")
        .takes(floats(1, 100, 4), longs(6, 8))
        .gives(floats(3, 8, 4));

    assertThat(rule("aten::view self")).isEqualTo(new ValueRule.Integers(0, 99));
  }

  @Test
  void anIndexSelectsAlongItsDimension() {
    json.call("aten::gather(Tensor self, int dim, Tensor index) -> Tensor")
        .takes(floats(1, 100, 30), -1L, longs(2, 100, 8))
        .gives(floats(3, 100, 8));

    assertThat(rule("aten::gather index")).isEqualTo(new ValueRule.Integers(0, 29));
  }

  @Test
  void elementKOfAListOfIndicesSelectsAlongDimensionK() {
    json.call("aten::index.Tensor(Tensor self, Tensor?[] indices) -> Tensor")
        .takes(floats(1, 100, 30), Arrays.asList(UNDEFINED, longs(2, 8)))
        .gives(floats(3, 100, 8));

    assertThat(rule("aten::index.Tensor indices")).isEqualTo(new ValueRule.Integers(0, 29));
  }

  @Test
  void offsetsDivideTheIndices() {
    json.call("aten::embedding_bag(Tensor weight, Tensor indices, Tensor offsets) -> Tensor")
        .takes(floats(1, 100, 4), longs(2, 64), longs(4, 8))
        .gives(floats(3, 8, 4));

    assertThat(rule("aten::embedding_bag offsets")).isEqualTo(new ValueRule.Offsets(64));
  }

  @Test
  void varianceIsAboveZero() {
    json.call("aten::batch_norm(Tensor input, Tensor? running_mean, Tensor? running_var) -> Tensor")
        .takes(floats(1, 8, 4), floats(2, 4), floats(3, 4))
        .gives(floats(5, 8, 4));

    assertThat(rule("aten::batch_norm running_mean")).isEqualTo(new ValueRule.Fill(0));
    assertThat(rule("aten::batch_norm running_var")).isEqualTo(new ValueRule.Uniform(0.5, 1.5));
  }

  @ParameterizedTest
  @ValueSource(strings = {"sqrt", "rsqrt", "log"})
  void whatHasARootOrALogarithmIsAboveZero(String operator) {
    json.call("aten::" + operator + "(Tensor self) -> Tensor")
        .takes(floats(1, 8, 4))
        .gives(floats(2, 8, 4));

    assertThat(rule("aten::" + operator + " self")).isEqualTo(new ValueRule.Uniform(0.5, 1.5));
  }

  @Test
  void anAttentionMaskLetsEverythingThroughAndAFillMaskFillsNothing() {
    json.call("aten::attention(Tensor query, Tensor? attn_mask) -> Tensor")
        .takes(floats(1, 8, 4), longs(2, 8, 4).type("bool"))
        .gives(floats(3, 8, 4));
    json.call("aten::masked_fill.Scalar(Tensor self, Tensor mask, Scalar value) -> Tensor")
        .takes(floats(3, 8, 4), longs(4, 8, 4).type("bool"), Double.NEGATIVE_INFINITY)
        .gives(floats(5, 8, 4));

    assertThat(rule("aten::attention attn_mask")).isEqualTo(new ValueRule.Fill(1));
    assertThat(rule("aten::masked_fill.Scalar mask")).isEqualTo(new ValueRule.Fill(0));
  }

  @Test
  void weightsKeepTheVarianceOfALayersInput() {
    json.call("aten::linear(Tensor input, Tensor weight, Tensor? bias=None) -> Tensor")
        .takes(floats(1, 8, 64), floats(2, 32, 64), floats(3, 32))
        .gives(floats(4, 8, 32));

    assertThat(rule("aten::linear weight")).isEqualTo(new ValueRule.Uniform(-1 / 8., 1 / 8.));
  }

  @Test
  void optimizerStateIsThatOfTheFirstStep() {
    assertThat(real("gpt_train").storages())
        .filteredOn(storage -> storage.role().equals("aten::lerp_.Scalar self"))
        .hasSize(76)
        .extracting(Storage::values)
        .containsOnly(new ValueRule.Fill(0));
  }

  @Test
  void everyParameterOfGptGetsAdamsEpsilon() {
    assertThat(real("gpt_train").storages())
        .filteredOn(storage -> storage.values().equals(new ValueRule.Fill(1e-8)))
        .hasSize(76)
        .allMatch(Storage::number);
  }

  @Test
  void resnetsLabelsAreTheRecordedOnes() {
    assertThat(rule(real("resnet50_train"), "aten::nll_loss_forward target"))
        .isEqualTo(new ValueRule.Integers(24, 875));
  }

  @Test
  void offsetsOfDlrmDivideTheIndicesOfTheirTable() {
    ReplayProgram dlrm = real("dlrm_train");
    assertThat(dlrm.storages())
        .filteredOn(storage -> storage.values() instanceof ValueRule.Offsets)
        .hasSize(8)
        .allMatch(storage -> storage.role().endsWith(" offsets"));
  }

  @Test
  void indicesOfDlrmLieInTheirTables() {
    ReplayProgram dlrm = real("dlrm_train");
    for (Step.OperatorCall call : dlrm.calls()) {
      if (call.operator().equals("aten::_embedding_bag")) {
        long rows = dlrm.slots().get(slot(call, 0)).sizes()[0];
        ValueRule.Integers indices = (ValueRule.Integers) values(dlrm, slot(call, 1));
        assertThat(indices.low()).isNotNegative();
        assertThat(indices.high()).isLessThan(rows);
      }
    }
  }

  private static int slot(Step.OperatorCall call, int argument) {
    return ((Operand.Tensor) call.operands().get(argument)).slot();
  }

  private static ValueRule values(ReplayProgram program, int slot) {
    return program.storages().stream()
        .filter(storage -> storage.slots().contains(slot))
        .findFirst()
        .orElseThrow()
        .values();
  }
}
