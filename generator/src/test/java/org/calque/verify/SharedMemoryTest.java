package org.calque.verify;

import static org.assertj.core.api.Assertions.assertThat;
import static org.calque.trace.TraceTensor.floats;
import static org.calque.trace.TraceTensor.longs;

import java.util.List;
import org.calque.trace.ExecutionTrace;
import org.calque.trace.ExecutionTraceReader;
import org.calque.trace.RealTraces;
import org.calque.trace.TraceJson;
import org.calque.trace.TraceTensor;
import org.junit.jupiter.api.Test;

/** Which tensors share memory, in a real step and in a replay that has it otherwise. */
class SharedMemoryTest {
  private static final long ELSEWHERE = 9_999;
  private static final long WEIGHT = 11;
  private static final long RELU_INPUT = 24;
  private static final long RELU_RESULT = 29;
  private static final long FREED = 44;
  private static final long LATE_GRADIENT = 120;
  private static final long MOMENTUM = 154;
  private static final long NUMBER = 155;
  private static final long OTHER_MOMENTUM = 165;

  private static final long RELU = 27;
  private static final long THRESHOLD_BACKWARD = 119;
  private static final long DECAY = 152;
  private static final long UPDATE = 162;
  private static final long OTHER_DECAY = 163;

  private final ExecutionTrace source = ExecutionTraceReader.read(RealTraces.mlp());
  private final EditedTrace replay = EditedTrace.of(RealTraces.mlp());

  private List<String> differences() {
    return differences(source, replay.read());
  }

  private static List<String> differences(ExecutionTrace source, ExecutionTrace replay) {
    return Comparison.of(source, Steps.outermost(source), 0, replay).differences().stream()
        .map(Difference::toString)
        .toList();
  }

  @Test
  void addressesAreNotCompared() {
    for (long storage : new long[] {9, WEIGHT, RELU_RESULT, MOMENTUM}) {
      replay.moveStorage(storage, ELSEWHERE + storage, 0);
    }

    assertThat(differences()).isEmpty();
  }

  @Test
  void whatTheRecordingSharesTheReplayHasToShare() {
    replay.moveStorage(RELU_RESULT, ELSEWHERE, RELU + 1);

    assertThat(differences())
        .containsExactly(
            "node 31 aten::linear, input: expected the memory of result 0 of node 28"
                + " aten::clamp_min, found other memory");
  }

  @Test
  void everyCallOnWrongMemoryCountsThoughItIsToldOnce() {
    replay.moveStorage(MOMENTUM, WEIGHT, 0);

    Verdict verdict = Comparison.of(source, Steps.outermost(source), 0, replay.read());

    assertThat(verdict.differences()).hasSize(1);
    assertThat(verdict.operators())
        .as("it is decayed, added to, and taken")
        .isEqualTo(new Agreement(39, 36));
  }

  @Test
  void whatTheRecordingDoesNotShareTheReplayMustNotShare() {
    replay.moveStorage(MOMENTUM, WEIGHT, 0);

    assertThat(differences())
        .containsExactly(
            "node 152 aten::mul_.Tensor, self: expected memory of its own, found the memory of"
                + " weight of node 7 aten::linear");
  }

  @Test
  void anOperatorThatReturnsItsInputInsteadOfSomethingNewIsNoticed() {
    replay.moveStorage(RELU_RESULT, RELU_INPUT, RELU - 1);

    assertThat(differences())
        .containsExactly(
            "node 28 aten::clamp_min in node 27 aten::relu, result 0: expected memory of its own,"
                + " found the memory of self of node 22 aten::copy_");
  }

  @Test
  void anOperatorThatReturnsSomethingNewInsteadOfItsInputIsNoticed() {
    replay.setTensor(UPDATE, "outputs", 0, 1, ELSEWHERE);

    assertThat(differences())
        .contains(
            "node 162 aten::add_.Tensor, result 0: expected the memory of weight of node 7"
                + " aten::linear, found other memory");
  }

  @Test
  void twoTensorsThatChangePlacesAreNoticed() {
    replay.setTensor(UPDATE, "inputs", 0, 1, MOMENTUM).setTensor(UPDATE, "inputs", 1, 1, WEIGHT);

    assertThat(differences())
        .contains(
            "node 162 aten::add_.Tensor, self: expected the memory of weight of node 7"
                + " aten::linear, found the memory of self of node 152 aten::mul_.Tensor",
            "node 162 aten::add_.Tensor, other: expected the memory of self of node 152"
                + " aten::mul_.Tensor, found the memory of weight of node 7 aten::linear");
  }

  @Test
  void anAddressMayComeBackAfterItsMemoryWasFreed() {
    replay.moveStorage(LATE_GRADIENT, FREED, THRESHOLD_BACKWARD - 1);

    assertThat(differences()).isEmpty();
  }

  @Test
  void aNumberMayLieAnywhereButOnMemoryThatIsInUse() {
    replay.moveStorage(NUMBER, ELSEWHERE, DECAY - 1);
    assertThat(differences()).isEmpty();
    replay.moveStorage(ELSEWHERE, FREED, DECAY - 1);
    assertThat(differences()).isEmpty();

    replay.moveStorage(FREED, WEIGHT, DECAY - 1);
    assertThat(differences())
        .containsExactly(
            "node 162 aten::add_.Tensor, self: expected the memory of weight of node 7"
                + " aten::linear, found the memory of other of node 152 aten::mul_.Tensor");
  }

  @Test
  void aTensorMustNotLieOnTheMemoryOfANumber() {
    replay.moveStorage(OTHER_MOMENTUM, NUMBER, OTHER_DECAY - 1);

    assertThat(differences())
        .containsExactly(
            "node 163 aten::mul_.Tensor, self: expected memory of its own, found the memory of"
                + " other of node 152 aten::mul_.Tensor");
  }

  @Test
  void kernelsAllocateWithoutAnOperatorWhereverTheyLike() {
    // What addmm copies its bias into is no operator's result, and its address means nothing.
    TraceTensor x = floats(1, 8);
    assertThat(
            differences(
                calls(x, floats(3, 8).on(x.storage() + 500)), calls(x, floats(3, 8).on(77))))
        .isEmpty();
  }

  /** Something freed, and then a call with memory inside that no operator made. */
  private static ExecutionTrace calls(TraceTensor x, TraceTensor inside) {
    TraceJson json = new TraceJson();
    json.call("aten::relu(Tensor self) -> Tensor").takes(x).gives(floats(2, 8).on(77));
    TraceJson.Node sum = json.call("aten::sum(Tensor self) -> Tensor").takes(x);
    json.call("aten::zero_(Tensor(a!) self) -> Tensor(a!)").takes(inside).gives(inside).inside(sum);
    sum.gives(inside);
    return json.read();
  }

  @Test
  void tensorsWithoutElementsHaveNoMemory() {
    assertThat(differences(empties(5, 6), empties(7, 7))).isEmpty();
  }

  private static ExecutionTrace empties(long one, long other) {
    TraceJson json = new TraceJson();
    json.call("aten::cat(Tensor[] tensors, int dim=0) -> Tensor")
        .takes(List.of(floats(1, 0).on(one), floats(2, 0).on(other), floats(3, 4)), 0L)
        .gives(floats(4, 4));
    return json.read();
  }

  @Test
  void tensorsInListsAreCompared() {
    assertThat(differences(list(floats(1, 8), floats(2, 8)), list(floats(1, 8), floats(1, 8))))
        .containsExactly(
            "node 2 aten::cat, tensors[1]: expected memory of its own, found the memory of"
                + " tensors[0] of node 2 aten::cat");
  }

  private static ExecutionTrace list(TraceTensor... tensors) {
    TraceJson json = new TraceJson();
    json.call("aten::cat(Tensor[] tensors, int dim=0) -> Tensor")
        .takes(List.of(tensors), 0L)
        .gives(floats(4, 16));
    return json.read();
  }

  /** Something made by one call, inside another or not, and taken by the next. */
  private static ExecutionTrace numbers(TraceTensor made, boolean inside, TraceTensor taken) {
    TraceJson json = new TraceJson();
    TraceJson.Node sum = json.call("aten::sum(Tensor self) -> Tensor").takes(floats(1, 8));
    if (inside) {
      sum.gives(floats(5));
      json.call("aten::scalar_tensor(Scalar s) -> Tensor").takes(1L).gives(made).inside(sum);
    } else {
      sum.gives(made);
    }
    json.call("aten::div.Tensor(Tensor self, Tensor other) -> Tensor")
        .takes(floats(1, 8), taken)
        .gives(floats(7, 8));
    return json.read();
  }

  @Test
  void whatLooksLikeANumberIsNoneIfAnOperatorReturnedIt() {
    TraceTensor made = longs(2);

    assertThat(differences(numbers(made, false, made), numbers(made, false, longs(9))))
        .containsExactly(
            "node 3 aten::div.Tensor, other: expected the memory of result 0 of node 2 aten::sum,"
                + " found other memory");
  }

  @Test
  void aNumberMayHaveTheAddressesOfWhatWasThereBefore() {
    TraceTensor number = longs(2);

    assertThat(differences(numbers(floats(2), false, number), numbers(floats(2), false, longs(9))))
        .as("of another type, so it is not that one")
        .isEmpty();
    assertThat(differences(numbers(number, true, number), numbers(number, true, longs(9))))
        .as("made inside another operator, and gone with it")
        .isEmpty();
  }
}
