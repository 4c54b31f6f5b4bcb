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
import org.calque.values.ValueRule;
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

    assertThat(rule("aten::embedding indices")).isEqualTo(new ValueRule.Lookups(7, 42));
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

    assertThat(rule("aten::embedding indices")).isEqualTo(new ValueRule.Lookups(0, 99));
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

    assertThat(rule("aten::view self")).isEqualTo(new ValueRule.Lookups(0, 99));
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
  void indicesOfManyTablesLieInAllOfThemTogether() {
    json.call(
            "fbgemm::split_embedding_codegen_lookup_sgd_function(Tensor dev_weights,"
                + " Tensor uvm_weights, Tensor weights_offsets, Tensor D_offsets, int total_D,"
                + " int max_D, Tensor indices, Tensor offsets) -> Tensor")
        .takes(
            floats(1, 640),
            floats(2, 0),
            longs(3, 3),
            longs(4, 4),
            48L,
            16L,
            longs(5, 60),
            longs(6, 31))
        .gives(floats(7, 10, 48));
    String lookup = "fbgemm::split_embedding_codegen_lookup_sgd_function";

    assertThat(rule(lookup + " indices")).isEqualTo(new ValueRule.Lookups(0, 39));
    assertThat(rule(lookup + " offsets")).isEqualTo(new ValueRule.Rising(0, 60));
  }

  @Test
  void lengthsOfSegmentsSumUpToTheirValuesInAnyOrder() {
    json.call(
            "fbgemm::permute_2D_sparse_data(Tensor permute, Tensor lengths, Tensor values,"
                + " Tensor? weights=None, int? permuted_lengths_sum=None)"
                + " -> (Tensor, Tensor, Tensor?)")
        .takes(longs(1, 3), longs(2, 3, 4), longs(3, 50), null, 50L)
        .gives(longs(4, 3, 4), longs(5, 50));

    assertThat(rule("fbgemm::permute_2D_sparse_data permute")).isEqualTo(new ValueRule.Cycle(0, 2));
    assertThat(rule("fbgemm::permute_2D_sparse_data lengths")).isEqualTo(new ValueRule.Shares(50));
  }

  @Test
  void rowsThatLoseTheirPaddingAreAsManyAsRecorded() {
    json.call(
            "fbgemm::dense_to_jagged_forward(Tensor dense, Tensor[] x_offsets,"
                + " SymInt? total_L=None) -> Tensor")
        .takes(floats(1, 4, 8, 2), List.of(longs(2, 5)), 20L)
        .gives(floats(3, 20, 2));

    assertThat(rule("fbgemm::dense_to_jagged_forward x_offsets"))
        .isEqualTo(new ValueRule.Rising(0, 20));
  }

  @Test
  void noIndexIsOutOfTheBoundsThatAreChecked() {
    json.call(
            "fbgemm::bounds_check_indices(Tensor rows_per_table, Tensor(a!) indices,"
                + " Tensor(b!) offsets) -> ()")
        .takes(longs(1, 3), longs(2, 60), longs(3, 31));

    assertThat(rule("fbgemm::bounds_check_indices rows_per_table"))
        .isEqualTo(new ValueRule.Fill(Integer.MAX_VALUE));
    assertThat(rule("fbgemm::bounds_check_indices offsets")).isEqualTo(new ValueRule.Rising(0, 60));
  }

  @Test
  void asManyRecordedValuesAsThereArePlacesArePositions() {
    json.call("aten::embedding(Tensor weight, Tensor indices) -> Tensor")
        .takes(floats(1, 100, 4), longs(2, 3, 8))
        .gives(floats(3, 3, 8, 4))
        .attribute("tensor_range", "{\"1\":[0,7]}");

    assertThat(rule("aten::embedding indices")).isEqualTo(new ValueRule.Cycle(0, 7));
  }

  @Test
  void allUsesOfAStorageAreSatisfied() {
    for (long rows : new long[] {100, 20, 50}) {
      json.call("aten::embedding(Tensor weight, Tensor indices) -> Tensor")
          .takes(floats(rows, rows, 4), longs(2, 8))
          .gives(floats(rows + 1, 8, 4));
    }

    assertThat(rule("aten::embedding indices")).isEqualTo(new ValueRule.Lookups(0, 19));
  }

  @Test
  void rangesOfPartsMakeTheRangeOfTheWhole() {
    TraceTensor x = longs(2, 2, 4);
    for (int row = 0; row < 2; row++) {
      json.call("aten::index_select(Tensor self, int dim, Tensor index) -> Tensor")
          .takes(floats(10, 4, 100), 1L, x.view(3 + row, 4).at(4L * row))
          .gives(floats(20 + row, 4, 4))
          .attribute("tensor_range", row == 0 ? "{\"1\":[5,9]}" : "{\"1\":[2,7]}");
    }

    assertThat(rule("aten::index_select index")).isEqualTo(new ValueRule.Integers(2, 9));
  }

  @Test
  void indicesInAListThatIsPutTogetherLieInTheTable() {
    json.call("aten::cat(Tensor[] tensors, int dim=0) -> Tensor")
        .takes(List.of(longs(1, 4), longs(2, 5)), 0L)
        .gives(longs(3, 9));
    json.call("aten::embedding(Tensor weight, Tensor indices) -> Tensor")
        .takes(floats(4, 100, 4), longs(3, 9))
        .gives(floats(5, 9, 4));

    assertThat(ProgramBuilder.build("hand_made", json.read()).storages())
        .filteredOn(storage -> storage.role().equals("aten::cat tensors"))
        .hasSize(2)
        .extracting(Storage::values)
        .containsOnly(new ValueRule.Lookups(0, 99));
  }

  @Test
  void placesThatSortingTellsAreNoValuesOfWhatIsSorted() {
    json.call("aten::sort(Tensor self, int dim=-1, bool descending=False) -> (Tensor, Tensor)")
        .takes(longs(1, 8), 0L, false)
        .gives(longs(2, 8), longs(3, 8));
    json.call("aten::embedding(Tensor weight, Tensor indices) -> Tensor")
        .takes(floats(4, 100, 4), longs(3, 8))
        .gives(floats(5, 8, 4));
    json.call("aten::index_select(Tensor self, int dim, Tensor index) -> Tensor")
        .takes(floats(6, 7, 40), 0L, longs(2, 8))
        .gives(floats(7, 8, 40));

    assertThat(rule("aten::sort self")).isEqualTo(new ValueRule.Lookups(0, 6));
  }

  @Test
  void whereNothingTellsAValueIsGuessedAndCounted() {
    json.call("aten::ne.Scalar(Tensor self, Scalar other) -> Tensor")
        .takes(longs(1, 8), 3L)
        .gives(longs(2, 8).type("bool"));

    ReplayProgram program = ProgramBuilder.build("hand_made", json.read());

    assertThat(rule(program, "aten::ne.Scalar self")).isEqualTo(new ValueRule.Fill(1));
    assertThat(program.remarks())
        .containsExactly(new Remark("value-guessed", "aten::ne.Scalar self", 1));
  }

  @Test
  void aNumberIsTheRecordedOne() {
    json.call("aten::sub.Tensor(Tensor self, Tensor other, *, Scalar alpha=1) -> Tensor")
        .takes(longs(1, 8), longs(2), 1L)
        .gives(longs(3, 8))
        .attribute("tensor_range", "{\"0\":[3,49],\"1\":[3,3]}");

    assertThat(rule("aten::sub.Tensor other")).isEqualTo(new ValueRule.Fill(3));
    assertThat(rule("aten::sub.Tensor self")).isEqualTo(new ValueRule.Integers(3, 49));
  }

  @Test
  void elementsThatWereRecordedAreTaken() {
    ReplayProgram program =
        ProgramBuilder.build(
            "tensor_data", ExecutionTraceReader.read(RealTraces.recording("tensor_data.et.json")));

    assertThat(rule(program, "aten::embedding indices")).isEqualTo(new ValueRule.Recorded(3, 1));
    // That of a view was written wrongly, but its range is known.
    assertThat(rule(program, "aten::gather index")).isEqualTo(new ValueRule.Integers(0, 2));
  }

  @Test
  void paddingOfATransformersFastPathLeavesNothingOut() {
    json.call("aten::_transformer_encoder_layer_fwd(Tensor src, Tensor? mask=None) -> Tensor")
        .takes(floats(1, 2, 5, 8), longs(2, 2, 5).type("bool"))
        .gives(floats(3, 2, 5, 8));

    assertThat(rule("aten::_transformer_encoder_layer_fwd mask")).isEqualTo(new ValueRule.Fill(0));
  }

  @Test
  void noClassOfAnAlignmentIsTheBlankOrFollowsItself() {
    for (long blank : new long[] {0, 5}) {
      json.call("aten::_ctc_loss(Tensor log_probs, Tensor targets, int blank=0) -> Tensor")
          .takes(floats(1, 12, 2, 6), longs(10 + blank, 2, 4), blank)
          .gives(floats(3, 2));
    }

    assertThat(ProgramBuilder.build("hand_made", json.read()).storages())
        .filteredOn(storage -> storage.role().equals("aten::_ctc_loss targets"))
        .extracting(Storage::values)
        .containsExactly(new ValueRule.Cycle(1, 5), new ValueRule.Cycle(0, 4));
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
  void aWeightThatIsTransposedFirstIsAWeight() {
    TraceTensor weight = floats(1, 32, 64);
    TraceTensor transposed = weight.view(2, 64, 32).strides(1, 64);
    json.call("aten::t(Tensor(a) self) -> Tensor(a)").takes(weight).gives(transposed);
    json.call("aten::addmm(Tensor self, Tensor mat1, Tensor mat2) -> Tensor")
        .takes(floats(3, 32), floats(4, 8, 64), transposed)
        .gives(floats(5, 8, 32));

    assertThat(rule("aten::t self")).isEqualTo(new ValueRule.Uniform(-1 / 8., 1 / 8.));
    assertThat(rule("aten::addmm mat1")).isEqualTo(new ValueRule.Uniform(-1, 1));
  }

  @Test
  void biasesAreWellAboveZeroSoThatNoUnitOfARectifierDies() {
    json.call("aten::addmm(Tensor self, Tensor mat1, Tensor mat2) -> Tensor")
        .takes(floats(3, 32), floats(4, 8, 64), floats(6, 64, 32))
        .gives(floats(5, 8, 32));

    assertThat(rule("aten::addmm self")).isEqualTo(new ValueRule.Uniform(0.25, 0.75));
    assertThat(rule(real("gpt_train"), "aten::linear bias"))
        .isEqualTo(new ValueRule.Uniform(0.25, 0.75));
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
  void offsetsOfDlrmRiseToTheRecordedOnes() {
    assertThat(real("dlrm_train").storages())
        .filteredOn(storage -> storage.role().endsWith(" offsets"))
        .hasSize(8)
        .extracting(Storage::values)
        .contains(new ValueRule.Rising(0, 10_905))
        .allMatch(ValueRule.Rising.class::isInstance);
  }

  @Test
  void rowsThatDlrmLooksUpLieInTheirTables() {
    ReplayProgram dlrm = real("dlrm_train");
    for (Step.OperatorCall call : dlrm.calls()) {
      if (call.operator().equals("aten::_embedding_bag")) {
        long rows = dlrm.slots().get(slot(call, 0)).sizes()[0];
        ValueRule.Lookups indices = (ValueRule.Lookups) values(dlrm, slot(call, 1));
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
