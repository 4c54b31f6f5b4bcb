package org.calque.replay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.calque.trace.TraceTensor.floats;
import static org.calque.trace.TraceTensor.longs;

import java.util.List;
import org.calque.trace.TraceJson;
import org.calque.trace.TraceTensor;
import org.calque.values.ValueRule;
import org.junit.jupiter.api.Test;

/** Memory that an operator allocated and something else than an operator filled. */
class FilledOutsideTest {
  private static final String EMPTY = "aten::empty.memory_format(SymInt[] size) -> Tensor";

  private final TraceJson json = new TraceJson();

  private ReplayProgram program() {
    return ProgramBuilder.build("hand_made", json.read());
  }

  private void empty(TraceTensor tensor) {
    json.call(EMPTY).takes(tensor.sizes()).gives(tensor);
  }

  /** The nodes that {@code torch.tensor} leaves. */
  private void lift(TraceTensor tensor) {
    empty(tensor);
    json.call("aten::lift_fresh(Tensor(a) self) -> Tensor(a)").takes(tensor).gives(tensor);
    json.call("aten::detach_(Tensor(a!) self) -> Tensor(a!)").takes(tensor).gives(tensor);
  }

  @Test
  void integersThatPythonMadeGetValuesThatAreValidForTheirUse() {
    lift(longs(1, 8));
    json.call("aten::embedding(Tensor weight, Tensor indices) -> Tensor")
        .takes(floats(2, 100, 4), longs(1, 8))
        .gives(floats(3, 8, 4));

    ReplayProgram program = program();

    assertThat(program.remarks())
        .containsExactly(new Remark("filled-outside", "aten::empty.memory_format", 1));
    assertThat(program.storages().get(0).values()).isEqualTo(new ValueRule.Lookups(0, 99));
    assertThat(program.calls()).hasSize(4);
    assertThat(program.calls().get(0).results()).containsExactly(new Result.Dropped());
  }

  @Test
  void aScalarThatPythonMadeIsNoNumberThatWasPassed() {
    lift(longs(1).type("double"));
    json.call("aten::mul.Tensor(Tensor self, Tensor other) -> Tensor")
        .takes(floats(2, 8), longs(1).type("double"))
        .gives(floats(3, 8));

    assertThat(program().storages()).noneMatch(Storage::number);
  }

  @Test
  void memoryThatAnOperatorWritesFirstIsLeftAlone() {
    empty(longs(1, 8));
    json.call("aten::copy_(Tensor(a!) self, Tensor src) -> Tensor(a!)")
        .takes(longs(1, 8), longs(2, 8))
        .gives(longs(1, 8));
    json.call("aten::neg(Tensor self) -> Tensor").takes(longs(1, 8)).gives(longs(3, 8));

    ReplayProgram program = program();

    assertThat(program.calls().get(0).results()).containsExactly(new Result.Slot(0));
    assertThat(program.storages()).hasSize(1);
  }

  @Test
  void whatCommunicationReceivesExistsBeforeTheStep() {
    empty(floats(1, 8));
    json.call("c10d::alltoall_base_(Tensor output, Tensor input) -> Tensor")
        .takes(List.of(floats(1, 8)), floats(2, 8));
    relu(1);

    assertThat(program().remarks())
        .contains(new Remark("filled-outside", "aten::empty.memory_format", 1));
    assertThat(program().storages()).hasSize(1);
  }

  @Test
  void whatIsHandedToCommunicationOnlyAfterItWasReadIsLeftAlone() {
    empty(floats(1, 8));
    relu(1);
    json.call("c10d::alltoall_base_(Tensor output, Tensor input) -> Tensor")
        .takes(floats(1, 8), floats(2, 8));

    assertThat(program().remarks()).extracting(Remark::kind).doesNotContain("filled-outside");
  }

  private void relu(long tensor) {
    json.call("aten::relu(Tensor self) -> Tensor").takes(floats(tensor, 8)).gives(floats(77, 8));
  }

  @Test
  void floatingPointMemoryWhoseContentsAnOperatorMayIgnoreIsLeftAlone() {
    empty(floats(1, 8, 8));
    json.call("aten::baddbmm(Tensor self, Tensor batch1, Tensor batch2) -> Tensor")
        .takes(floats(1, 8, 8), floats(2, 8, 8), floats(3, 8, 8))
        .gives(floats(4, 8, 8));

    assertThat(program().calls().get(0).results()).containsExactly(new Result.Slot(0));
  }

  @Test
  void memoryThatNothingReadsIsLeftAlone() {
    empty(longs(1, 8));
    json.call("aten::relu(Tensor self) -> Tensor").takes(floats(2, 8)).gives(floats(3, 8));

    assertThat(program().remarks()).isEqualTo(List.of());
  }
}
