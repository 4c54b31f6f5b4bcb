package org.calque.replay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.calque.trace.TraceTensor.floats;
import static org.calque.trace.TraceTensor.longs;

import java.util.List;
import org.calque.replay.MemoryEstimate.Peak;
import org.calque.trace.TraceJson;
import org.calque.trace.TraceTensor;
import org.junit.jupiter.api.Test;

/** When tensors come and go, in the smallest traces that show it; a float is four bytes. */
class MemoryEstimateTest {
  private static final String RELU = "aten::relu(Tensor self) -> Tensor";
  private static final String VIEW = "aten::view(Tensor(a) self, SymInt[] size) -> Tensor(a)";
  private static final String EMPTY = "aten::empty(SymInt[] size) -> Tensor";
  private static final String MAX =
      "aten::max.dim(Tensor self, int dim) -> (Tensor values, Tensor indices)";

  private final TraceJson json = new TraceJson();

  private MemoryEstimate estimate() {
    return program().memory();
  }

  private ReplayProgram program() {
    return ProgramBuilder.build("hand_made", json.read());
  }

  @Test
  void theLargestPieceOfWhatExistsBeforeTheStepIsNamed() {
    json.call("aten::mm(Tensor self, Tensor mat2) -> Tensor")
        .takes(floats(1, 2, 3), floats(2, 3, 100))
        .gives(floats(3, 2, 100));

    assertThat(estimate().materialized()).isEqualTo(24 + 1200);
    assertThat(estimate().largest()).isEqualTo(new MemoryEstimate.Piece(1200, "aten::mm mat2"));
    assertThat(estimate().total()).isEqualTo(24 + 1200 + 800);
  }

  @Test
  void aTensorLivesFromTheCallThatMakesItThroughTheLastThatUsesIt() {
    json.call(RELU).takes(floats(1, 8)).gives(floats(2, 8));
    long peak = json.call(RELU).takes(floats(2, 8)).gives(floats(3, 8)).id();
    json.call(RELU).takes(floats(3, 8)).gives(floats(4, 8));

    assertThat(estimate().peak()).isEqualTo(new Peak(peak, "aten::relu", 32, 32));
    LiveMemory live = LiveMemory.of(program());
    assertThat(List.of(live.after(0), live.after(1), live.after(2))).containsExactly(32L, 32L, 0L);
  }

  @Test
  void tensorsOnOneStorageCountOnceAndAsLongAsOneIsNeeded() {
    TraceTensor y = floats(2, 4, 4);
    json.call(RELU).takes(floats(1, 4, 4)).gives(y);
    json.call(VIEW).takes(y, List.of(16L)).gives(y.view(3, 16));
    json.call(RELU).takes(floats(1, 4, 4)).gives(floats(4, 4, 4));
    json.call(RELU).takes(y.view(3, 16)).gives(floats(5, 16));

    LiveMemory live = LiveMemory.of(program());

    assertThat(List.of(live.after(0), live.after(1), live.after(2), live.after(3)))
        .containsExactly(64L, 64L, 64L, 0L);
  }

  @Test
  void aResultThatNobodyUsesCountsWhileItsCallRuns() {
    json.call(MAX).takes(floats(1, 8, 8), 1L).gives(floats(2, 8), longs(3, 8));

    assertThat(estimate().peak().own()).isEqualTo(32 + 64);
    assertThat(LiveMemory.of(program()).after(0)).isZero();
  }

  @Test
  void whatACallNeedsInsideCountsFromItsFirstToItsLastMentionThere() {
    TraceTensor x = floats(1, 8);
    TraceTensor first = floats(11, 100);
    TraceTensor second = floats(12, 60);
    TraceTensor result = floats(2, 8);
    TraceJson.Node outer = json.call("aten::outer(Tensor self) -> Tensor").takes(x).gives(result);
    json.call(EMPTY).takes(List.of(100L)).gives(first).inside(outer);
    json.call(RELU).takes(first).gives(second).inside(outer);
    json.call(RELU).takes(second).gives(result).inside(outer);

    // At most the first two are there at one time.
    assertThat(estimate().peak().own()).isEqualTo(400 + 240);
  }

  @Test
  void anAddressThatComesBackInsideACallIsOtherMemory() {
    TraceTensor x = floats(1, 8);
    TraceTensor scratch = floats(11, 100);
    TraceTensor result = floats(2, 8);
    TraceJson.Node outer = json.call("aten::outer(Tensor self) -> Tensor").takes(x).gives(result);
    for (int i = 0; i < 3; i++) {
      TraceTensor again = floats(11 + i, 100).on(scratch.storage());
      json.call(EMPTY).takes(List.of(100L)).gives(again).inside(outer);
      json.call("aten::copy_(Tensor(a!) self, Tensor src) -> Tensor(a!)")
          .takes(again, x)
          .gives(again)
          .inside(outer);
    }

    assertThat(estimate().peak().own()).isEqualTo(400);
  }

  @Test
  void aResultIsAsLargeAsTheMemoryThatWasMadeForItInside() {
    TraceTensor base = floats(11, 100);
    TraceTensor result = base.view(2, 10);
    TraceJson.Node outer =
        json.call("aten::outer(Tensor self) -> Tensor").takes(floats(1, 8)).gives(result);
    json.call(EMPTY).takes(List.of(100L)).gives(base).inside(outer);
    json.call(VIEW).takes(base, List.of(10L)).gives(result).inside(outer);
    json.call(RELU).takes(result).gives(floats(3, 10));
    // The rest of the memory is seen later: it is the same.
    json.call(RELU).takes(base.view(5, 50).at(50)).gives(floats(4, 50));

    assertThat(program().storages()).hasSize(1);
  }

  @Test
  void emptyTensorsTakeNothing() {
    json.call("aten::slice(Tensor(a) self, int start, int end) -> Tensor(a)")
        .takes(floats(1, 8), 5L, 5L)
        .gives(floats(1, 8).view(2, 0).at(5));
    json.call(RELU).takes(floats(1, 8).view(2, 0).at(5)).gives(floats(3, 0));

    assertThat(estimate().peak().own()).isZero();
    assertThat(LiveMemory.of(program()).after(0)).isZero();
  }
}
