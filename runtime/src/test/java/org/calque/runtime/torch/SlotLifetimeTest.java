package org.calque.runtime.torch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;
import static org.calque.runtime.Operand.ints;
import static org.calque.runtime.Operand.last;
import static org.calque.runtime.Operand.none;
import static org.calque.runtime.Operand.number;
import static org.calque.runtime.Operand.slot;
import static org.calque.runtime.Operand.tensors;
import static org.calque.runtime.Operand.written;
import static org.calque.runtime.Result.dropped;
import static org.calque.runtime.torch.TestFrame.slots;

import java.util.ArrayList;
import java.util.List;
import org.calque.runtime.Call;
import org.calque.runtime.DataType;
import org.calque.runtime.Operand;
import org.calque.runtime.ReplayException;
import org.calque.runtime.Result;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A tensor lives exactly as long as its slot says. */
class SlotLifetimeTest {
  /** 32 MiB of floats. */
  private static final long LARGE = 8L << 20;

  private static final double LARGE_MIB = 32;

  private TestFrame frame;

  @BeforeEach
  void open() {
    frame = new TestFrame();
  }

  @AfterEach
  void close() {
    frame.close();
  }

  @Test
  void aSlotThatIsReadKeepsItsTensor() {
    int x = frame.range(3);

    assertThat(frame.call("aten::square", slot(x))).containsExactly(0, 1, 4);
    assertThat(frame.read(x)).containsExactly(0, 1, 2);
  }

  @Test
  void aSlotIsEmptyAfterItsLastUse() {
    int x = frame.range(3);

    assertThat(frame.call("aten::square", last(x))).containsExactly(0, 1, 4);
    assertThat(frame.describe(x)).isNull();
  }

  @Test
  void aReleaseEmptiesSlotsUntilTheyAreSetAgain() {
    int x = frame.range(3);
    int y = frame.range(3);
    int kept = frame.range(3);
    Call release = frame.session().bindRelease(tensors(last(x), last(y)));

    release.run();
    assertThat(frame.describe(x)).isNull();
    assertThat(frame.describe(y)).isNull();
    assertThat(frame.read(kept)).containsExactly(0, 1, 2);

    frame.run("aten::square", List.of(slot(kept)), slot(x));
    release.run();
    assertThat(frame.describe(x)).isNull();
  }

  @Test
  void aReleaseAfterTheSessionIsClosedIsRefused() {
    Call release = frame.session().bindRelease(tensors(last(frame.range(3))));
    frame.close();

    assertThatThrownBy(release::run).hasMessage("the session is closed");
  }

  @Test
  void aTensorThatIsWrittenInPlaceStays() {
    int x = frame.range(3);

    frame.run("aten::add_.Scalar", List.of(written(x), number(1), number(1)));

    assertThat(frame.read(x)).containsExactly(1, 2, 3);
  }

  @Test
  void anInPlaceOperatorReturnsTheSameTensor() {
    int x = frame.range(3);
    int y = frame.empty();

    frame.run("aten::add_.Scalar", List.of(written(x), number(1), number(1)), slot(y));

    assertThat(frame.read(y)).containsExactly(1, 2, 3);
    assertThat(frame.describe(y)).isEqualTo(frame.describe(x));
  }

  @Test
  void anInPlaceOperatorMayBeTheLastUseOfItsOwnResult() {
    int x = frame.range(3);

    frame.run("aten::add_.Scalar", List.of(last(x), number(1), number(1)), slot(x));

    assertThat(frame.read(x)).containsExactly(1, 2, 3);
  }

  @Test
  void aSlotMayBePassedTwice() {
    int x = frame.range(3);
    int y = frame.range(3);
    int z = frame.range(3);

    assertThat(frame.call("aten::mul.Tensor", last(x), last(x))).containsExactly(0, 1, 4);
    assertThat(frame.call("aten::mul.Tensor", slot(y), last(y))).containsExactly(0, 1, 4);
    assertThat(frame.call("aten::addcmul", last(z), slot(z), slot(z), number(1)))
        .containsExactly(0, 2, 6);
    assertThat(frame.describe(x)).isNull();
    assertThat(frame.describe(y)).isNull();
    assertThat(frame.describe(z)).isNull();
  }

  @Test
  void aSlotMayBePassedTwiceInAListAndBesideIt() {
    int x = frame.range(2);
    int y = frame.range(2);

    assertThat(frame.call("aten::cat", tensors(last(x), slot(x), last(x)), number(0)))
        .containsExactly(0, 1, 0, 1, 0, 1);
    assertThat(frame.describe(x)).isNull();

    int indices = frame.range(DataType.INT64, 2);
    assertThat(frame.call("aten::index_put", slot(y), tensors(last(indices)), last(y)))
        .containsExactly(0, 1);
    assertThat(frame.describe(indices)).isNull();
    assertThat(frame.describe(y)).isNull();
  }

  @Test
  void aListKeepsWhatIsReadAndEmptiesWhatIsLast() {
    int x = frame.filled(1, 2);
    int y = frame.filled(2, 2);
    int result = frame.empty();
    Call call =
        frame
            .session()
            .bind(
                "aten::cat", List.of(tensors(slot(x), last(y)), number(0)), List.of(slot(result)));

    call.run();

    assertThat(frame.read(result)).containsExactly(1, 1, 2, 2);
    assertThat(frame.read(x)).containsExactly(1, 1);
    assertThat(frame.describe(y)).isNull();
  }

  @Test
  void aCallRunsAgainOnWhatItsSlotsHoldThen() {
    int x = frame.filled(1, 2);
    int y = frame.empty();
    int z = frame.empty();
    Call concatenate =
        frame
            .session()
            .bind("aten::cat", List.of(tensors(slot(x), last(y)), number(0)), List.of(slot(z)));
    Call negate = frame.session().bind("aten::neg", List.of(slot(x)), List.of(slot(y)));

    for (int i = 0; i < 3; i++) {
      negate.run();
      concatenate.run();
    }

    assertThat(frame.read(z)).containsExactly(1, 1, -1, -1);
  }

  @Test
  void memoryIsFreedAtTheLastUse() {
    assumeFreedMemoryIsReturned();
    int x = frame.filled(1, LARGE);
    double before = ProcessMemory.residentMib();

    double peak = 0;
    for (int i = 0; i < 16; i++) {
      frame.run("aten::neg", List.of(last(x)), slot(x));
      peak = Math.max(peak, ProcessMemory.residentMib());
    }

    // Operand and result live together within the call alone.
    assertThat(peak - before).isLessThan(2 * LARGE_MIB);
  }

  @Test
  void memoryOfListElementsIsFreedAtTheLastUse() {
    assumeFreedMemoryIsReturned();
    int x = frame.filled(1, LARGE);
    int y = frame.filled(1, LARGE);
    double before = ProcessMemory.residentMib();

    frame.run("aten::_foreach_neg", List.of(tensors(last(x), last(y))), dropped());

    assertThat(ProcessMemory.residentMib() - before).isLessThan(-1.5 * LARGE_MIB);
  }

  @Test
  void memoryOfDroppedResultsIsFreedAtOnce() {
    assumeFreedMemoryIsReturned();
    int x = frame.filled(1, LARGE);
    double before = ProcessMemory.residentMib();

    frame.run("aten::neg", List.of(slot(x)), dropped());
    frame.run("aten::neg", List.of(slot(x)));
    frame.run("aten::_foreach_neg", List.of(tensors(slot(x))), Result.slots(dropped()));

    assertThat(ProcessMemory.residentMib() - before).isLessThan(0.5 * LARGE_MIB);
  }

  @Test
  void memoryOfAllTensorsIsFreedWhenTheSessionCloses() {
    assumeFreedMemoryIsReturned();
    double left = Double.MAX_VALUE;
    // The virtual machine may grow meanwhile, for tests that ran before; a leak is one each time.
    for (int i = 0; i < 5; i++) {
      double before = ProcessMemory.residentMib();
      try (TestFrame other = new TestFrame()) {
        other.filled(1, LARGE);
        int written = other.filled(1, LARGE);
        other.session().checkpoint(written);
        assertThat(ProcessMemory.residentMib() - before).isGreaterThan(2.5 * LARGE_MIB);
      }
      left = Math.min(left, ProcessMemory.residentMib() - before);
    }

    assertThat(left).isLessThan(0.5 * LARGE_MIB);
  }

  @Test
  void aDroppedResultAmongOthersLeavesTheOthers() {
    int x = frame.range(2, 2);
    int indices = frame.empty();

    frame.run("aten::max.dim", List.of(slot(x), number(1)), dropped(), slot(indices));

    assertThat(frame.read(indices)).containsExactly(1, 1);
  }

  @Test
  void viewsShareTheStorageOfTheirBase() {
    int x = frame.range(2, 3);
    int y = frame.empty();

    frame.run("aten::t", List.of(slot(x)), slot(y));
    frame.run("aten::mul_.Scalar", List.of(written(y), number(2)));

    assertThat(frame.describe(y).storage()).isEqualTo(frame.describe(x).storage());
    assertThat(frame.read(x)).containsExactly(0, 2, 4, 6, 8, 10);
  }

  @Test
  void aListOfAnotherLengthThanRecordedIsAnError() {
    int x = frame.range(5);

    assertThatThrownBy(
            () ->
                frame.run(
                    "aten::split.Tensor",
                    List.of(slot(x), number(2)),
                    Result.slots(slot(frame.empty()), slot(frame.empty()))))
        .isInstanceOf(ReplayException.class)
        .hasMessage("aten::split.Tensor: returned a list of 3 tensors, not 2");
  }

  @Test
  void twoSessionsDoNotDisturbEachOther() {
    int x = frame.filled(1, 2);
    try (TestFrame other = new TestFrame()) {
      int y = other.filled(2, 2);
      assertThat(frame.call("aten::neg", slot(x))).containsExactly(-1, -1);
      assertThat(other.call("aten::neg", slot(y))).containsExactly(-2, -2);
    }

    assertThat(frame.call("aten::neg", slot(x))).containsExactly(-1, -1);
  }

  @Test
  void longListsOfTensorsAreFilledAndEmptiedEachTime() {
    List<Operand> parts = new ArrayList<>();
    for (int i = 0; i < 100; i++) {
      parts.add(slot(frame.filled(i, 1)));
    }
    int result = frame.empty();
    Call call =
        frame
            .session()
            .bind(
                "aten::cat", List.of(new Operand.Tensors(parts), number(0)), List.of(slot(result)));

    for (int i = 0; i < 3; i++) {
      call.run();
      assertThat(frame.read(result)).hasSize(100).contains(99.0, 50.0, 0.0);
    }
  }

  @Test
  void anOmittedElementIsNotTheSameAsAnEmptySlot() {
    int x = frame.range(2, 2);
    int indices = frame.empty();

    assertThatThrownBy(
            () -> frame.call("aten::index.Tensor", slot(x), tensors(none(), slot(indices))))
        .hasMessage("aten::index.Tensor: slot " + indices + " is empty");
    frame.run("aten::zeros", List.of(ints(1), number(4)), slots(indices));
    assertThat(frame.call("aten::index.Tensor", slot(x), tensors(none(), slot(indices))))
        .containsExactly(0, 2);
  }

  /** glibc can be told to keep what is freed; resident memory then says nothing. */
  private static void assumeFreedMemoryIsReturned() {
    assumeThat(System.getenv())
        .doesNotContainKeys(
            "MALLOC_TRIM_THRESHOLD_", "MALLOC_MMAP_THRESHOLD_", "GLIBC_TUNABLES", "LD_PRELOAD");
  }
}
