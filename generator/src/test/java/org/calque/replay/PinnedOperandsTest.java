package org.calque.replay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.calque.trace.TraceTensor.floats;
import static org.calque.trace.TraceTensor.longs;

import java.util.List;
import org.calque.trace.TraceJson;
import org.calque.trace.TraceTensor;
import org.calque.values.ValueRule;
import org.junit.jupiter.api.Test;

/** Operands that have to hold certain values, and what the step computes in their place. */
class PinnedOperandsTest {
  private static final String EMBEDDING =
      "aten::embedding(Tensor weight, Tensor indices) -> Tensor";
  private static final String INDEX =
      "aten::index.Tensor(Tensor self, Tensor?[] indices) -> Tensor";

  private final TraceJson json = new TraceJson();

  private ReplayProgram program() {
    return ProgramBuilder.build("hand_made", json.read());
  }

  private static ValueRule rule(ReplayProgram program, int call, int argument) {
    Operand operand = program.calls().get(call).operands().get(argument);
    int slot =
        ((Operand.Tensor)
                (operand instanceof Operand.TensorList list ? list.elements().get(0) : operand))
            .slot();
    return program.storages().stream()
        .filter(storage -> storage.slots().contains(slot))
        .map(Storage::values)
        .findFirst()
        .orElse(null);
  }

  private void look(TraceTensor indices) {
    json.call(EMBEDDING).takes(floats(90, 100, 4), indices).gives(floats(91, 8, 4));
    json.call("aten::relu(Tensor self) -> Tensor").takes(floats(91, 8, 4)).gives(floats(92, 8, 4));
  }

  @Test
  void anIndexThatIsComputedFromOthersIsPinned() {
    json.call("aten::mul.Tensor(Tensor self, Tensor other) -> Tensor")
        .takes(longs(1, 8), longs(2, 8))
        .gives(longs(3, 8));
    look(longs(3, 8));

    ReplayProgram program = program();

    assertThat(rule(program, 1, 1)).isEqualTo(new ValueRule.Lookups(0, 99));
    assertThat(program.remarks())
        .contains(new Remark("value-pinned", "aten::embedding indices", 1));
    assertThat(program.calls()).hasSize(3);
  }

  @Test
  void thePinnedIndexHasTheRangeThatWasRecordedWhereItIsTaken() {
    json.call("aten::mul.Tensor(Tensor self, Tensor other) -> Tensor")
        .takes(longs(1, 8), longs(2, 8))
        .gives(longs(3, 8));
    json.call(EMBEDDING)
        .takes(floats(90, 100, 4), longs(3, 8))
        .gives(floats(91, 8, 4))
        .attribute("tensor_range", "{\"1\":[7,42]}");

    assertThat(rule(program(), 1, 1)).isEqualTo(new ValueRule.Lookups(7, 42));
  }

  @Test
  void oneComputedIndexIsPinnedToOneTensorUntilItIsWritten() {
    TraceTensor index = longs(3, 8);
    json.call("aten::mul.Tensor(Tensor self, Tensor other) -> Tensor")
        .takes(longs(1, 8), longs(2, 8))
        .gives(index);
    look(index);
    look(index);
    json.call("aten::neg_(Tensor(a!) self) -> Tensor(a!)").takes(index).gives(index);
    look(index);

    ReplayProgram program = program();

    Operand first = program.calls().get(1).operands().get(1);
    assertThat(program.calls().get(3).operands().get(1)).isEqualTo(first);
    assertThat(program.calls().get(6).operands().get(1)).isNotEqualTo(first);
  }

  @Test
  void anIndexThatIsRoundedFromStoredNumbersIsPinned() {
    json.call("aten::to.dtype(Tensor(a) self, ScalarType dtype) -> Tensor(a)")
        .takes(floats(1, 8), 4L)
        .gives(longs(3, 8));
    look(longs(3, 8));

    assertThat(rule(program(), 1, 1)).isEqualTo(new ValueRule.Lookups(0, 99));
  }

  @Test
  void anIndexThatAnOperatorFindsIsLeftAlone() {
    json.call("aten::argmax(Tensor self, int? dim=None, bool keepdim=False) -> Tensor")
        .takes(floats(1, 8, 100), 1L, false)
        .gives(longs(3, 8));
    look(longs(3, 8));

    assertThat(program().remarks()).isEmpty();
  }

  @Test
  void anIndexThatIsCopiedIsLeftAlone() {
    json.call("aten::clone(Tensor self) -> Tensor").takes(longs(1, 8)).gives(longs(3, 8));
    look(longs(3, 8));

    ReplayProgram program = program();

    assertThat(program.remarks()).isEmpty();
    assertThat(rule(program, 0, 0)).isEqualTo(new ValueRule.Lookups(0, 99));
  }

  @Test
  void anIndexThatTheStepItselfAdvancesIsPinnedBecauseItWouldLeaveTheTable() {
    TraceTensor position = longs(1, 8);
    json.call("aten::add_.Scalar(Tensor(a!) self, Scalar other, Scalar alpha=1) -> Tensor(a!)")
        .takes(position, 1L, 1L)
        .gives(position);
    look(position);

    ReplayProgram program = program();

    assertThat(rule(program, 0, 0)).isEqualTo(new ValueRule.Fill(0));
    assertThat(rule(program, 1, 1)).isEqualTo(new ValueRule.Lookups(0, 99));
  }

  @Test
  void aMaskThatExistsSelectsAsManyAsWereRecorded() {
    json.call(INDEX)
        .takes(floats(1, 6, 5), List.of(longs(2, 6).type("bool")))
        .gives(floats(3, 4, 5));

    ReplayProgram program = program();

    assertThat(rule(program, 0, 1)).isEqualTo(new ValueRule.Shares(4));
    assertThat(program.remarks()).isEmpty();
  }

  @Test
  void aMaskThatIsComputedIsPinned() {
    json.call("aten::gt.Scalar(Tensor self, Scalar other) -> Tensor")
        .takes(floats(1, 6), 0.0)
        .gives(longs(2, 6).type("bool"));
    json.call(INDEX).takes(floats(1, 6), List.of(longs(2, 6).type("bool"))).gives(floats(3, 4));

    assertThat(rule(program(), 1, 1)).isEqualTo(new ValueRule.Shares(4));
  }

  @Test
  void aPartOfAMaskIsPinnedForThePartsHaveTheirOwnCounts() {
    TraceTensor mask = longs(2, 2, 6).type("bool");
    for (int row = 0; row < 2; row++) {
      json.call(INDEX)
          .takes(floats(1, 6), List.of(mask.view(3 + row, 6).at(6L * row)))
          .gives(floats(10 + row, 1 + row));
    }

    ReplayProgram program = program();

    assertThat(rule(program, 0, 1)).isEqualTo(new ValueRule.Shares(1));
    assertThat(rule(program, 1, 1)).isEqualTo(new ValueRule.Shares(2));
  }

  @Test
  void oneStorageDecidesOneKindOfSizeAndFurtherOnesArePinned() {
    TraceTensor counts = longs(1, 3);
    json.call("aten::repeat_interleave.Tensor(Tensor repeats, *, int? output_size=None) -> Tensor")
        .takes(counts, null)
        .gives(longs(2, 5));
    json.call("aten::bincount(Tensor self, Tensor? weights=None, int minlength=0) -> Tensor")
        .takes(counts, TraceTensor.UNDEFINED, 0L)
        .gives(longs(3, 4));

    ReplayProgram program = program();

    assertThat(rule(program, 0, 0)).isEqualTo(new ValueRule.Shares(5));
    assertThat(rule(program, 1, 0)).isEqualTo(new ValueRule.Integers(0, 3));
    assertThat(program.remarks())
        .containsExactly(new Remark("value-pinned", "aten::bincount self", 1));
  }

  @Test
  void numbersOfWhichNoneIsZeroNeedNoPinning() {
    json.call("aten::nonzero(Tensor self) -> Tensor").takes(floats(1, 6, 5)).gives(longs(2, 30, 2));

    assertThat(program().remarks()).isEmpty();
  }

  @Test
  void aPinnedTensorOfExpandedMemoryHasMemoryForEachElement() {
    TraceTensor row = longs(1, 4).type("bool");
    json.call("aten::logical_not(Tensor self) -> Tensor")
        .takes(row)
        .gives(longs(2, 4).type("bool"));
    TraceTensor expanded = longs(2, 4).type("bool").view(3, 6, 4).strides(0, 1);
    json.call("aten::expand(Tensor(a) self, SymInt[] size) -> Tensor(a)")
        .takes(longs(2, 4).type("bool"), List.of(6L, 4L))
        .gives(expanded);
    json.call(INDEX).takes(floats(5, 6, 4), List.of(expanded)).gives(floats(6, 10));

    ReplayProgram program = program();

    assertThat(program.storages())
        .filteredOn(storage -> storage.values().equals(new ValueRule.Shares(10)))
        .extracting(Storage::elements)
        .containsExactly(24L);
  }
}
