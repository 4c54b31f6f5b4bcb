package org.calque.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.calque.runtime.Layout.sizes;
import static org.calque.runtime.Layout.strides;
import static org.calque.runtime.Operand.ints;
import static org.calque.runtime.Operand.number;
import static org.calque.runtime.Operand.slot;
import static org.calque.runtime.Operand.tensors;
import static org.calque.runtime.Operand.written;
import static org.calque.runtime.Values.fill;
import static org.calque.runtime.Values.uniform;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * A replay allocates what exists before the step when all is bound, a lazy one when a call uses it
 * first.
 */
class LazyReplayTest {
  private static final int SLOTS = 16;

  private Replay replay;

  @BeforeEach
  void open() {
    replay = Replay.open("lazy", SLOTS, ReplayOptions.of(1).withLazy(true), AllocatorSettings.NONE);
  }

  @AfterEach
  void close() {
    replay.close();
  }

  private boolean isThere(int slot) {
    return replay.session().describe(slot) != null;
  }

  private double[] read(int slot) {
    return replay.session().read(slot);
  }

  private void floats(int slot, double value) {
    replay.tensor(slot, DataType.FLOAT32, sizes(2), strides(1), fill(value));
  }

  @Test
  void nothingIsThereBeforeTheFirstUseAndAllThatACallUsesAfterIt() {
    floats(0, 1);
    floats(1, 2);
    floats(2, 3);
    replay.number(3, DataType.FLOAT64, 5);
    Call add = replay.operator("aten::add.Tensor", slot(0), slot(1), number(1)).to(slot(4));
    Call multiply = replay.operator("aten::mul.Tensor", slot(2), slot(3)).to(slot(5));
    assertThat(List.of(0, 1, 2, 3)).noneMatch(this::isThere);

    add.run();
    assertThat(read(4)).containsExactly(3, 3);
    assertThat(List.of(2, 3)).noneMatch(this::isThere);

    multiply.run();
    add.run();
    assertThat(read(5)).containsExactly(15, 15);
  }

  @Test
  void aReplayThatIsNotLazyAllocatesWhenAllIsBound() {
    List<Boolean> thereWhenBound = new ArrayList<>();
    ReplayOptions options =
        ReplayOptions.of(1)
            .withOnBound(() -> thereWhenBound.add(replay.session().describe(0) != null));
    replay.close();
    replay = Replay.open("eager", SLOTS, options, AllocatorSettings.NONE);
    floats(0, 1);
    replay.view(1, 0, new Layout(sizes(1), strides(1), 1));
    Call add = replay.operator("aten::add.Tensor", slot(0), slot(1), number(1)).to(slot(2));
    assertThat(List.of(0, 1)).noneMatch(this::isThere);

    replay.ready();

    assertThat(thereWhenBound).containsExactly(false);
    assertThat(List.of(0, 1)).allMatch(this::isThere);
    add.run();
    assertThat(read(2)).containsExactly(2, 2);
  }

  @Test
  void operatorsThatCannotBeBoundAreNamedBeforeAnythingIsAllocated() {
    replay.close();
    replay = Replay.open("eager", SLOTS, ReplayOptions.of(1), AllocatorSettings.NONE);
    floats(0, 1);
    replay.operator("aten::_cslt_compress", slot(0)).to(slot(1));

    assertThatThrownBy(replay::ready)
        .isInstanceOf(ReplayException.class)
        .hasMessageStartingWith("eager: 1 of 1 operator calls cannot be replayed");
    assertThat(isThere(0)).isFalse();
  }

  @Test
  void theValuesAreThoseOfAReplayThatIsNotLazy() {
    try (Replay eager = Replay.open("eager", SLOTS, ReplayOptions.of(1), AllocatorSettings.NONE)) {
      for (Replay each : List.of(eager, replay)) {
        each.tensor(0, DataType.FLOAT32, sizes(8), strides(1), uniform(-1, 1));
        each.tensor(1, DataType.FLOAT32, sizes(8), strides(1), uniform(-1, 1));
      }
      eager.ready();
      // The other one first: what is drawn for a tensor does not depend on the order.
      replay.operator("aten::neg", slot(1)).to().run();
      replay.operator("aten::neg", slot(0)).to().run();

      assertThat(read(0)).containsExactly(eager.session().read(0));
      assertThat(read(1)).containsExactly(eager.session().read(1));
    }
  }

  @Test
  void aViewBringsItsStorageAndTheStorageItsViews() {
    replay.stateStorage(
        0, DataType.FLOAT32, 6, new Layout(sizes(6), strides(1), 0), Values.offsets(6));
    replay.view(1, 0, new Layout(sizes(2), strides(1), 4));
    replay.view(2, 1, DataType.INT32, new Layout(sizes(6), strides(1), 0));
    Call negate = replay.operator("aten::neg_", written(1)).to();

    negate.run();

    assertThat(read(1)).containsExactly(-4, -5);
    assertThat(List.of(0, 2)).allMatch(this::isThere);
    assertThat(replay.session().describe(2).storage())
        .isEqualTo(replay.session().describe(0).storage());
  }

  @Test
  void aListAndAnAliasBringTheirTensors() {
    floats(0, 1);
    floats(1, 2);
    floats(2, 7);
    Call join = replay.operator("aten::cat", tensors(slot(0), slot(1)), number(0)).to(slot(3));
    Call alias = replay.alias(4, slot(2), new Layout(sizes(1), strides(1), 1));

    join.run();
    alias.run();

    assertThat(read(3)).containsExactly(1, 1, 2, 2);
    assertThat(read(4)).containsExactly(7);
  }

  @Test
  void resettingGivesStateItsValuesAndAllocatesNothing() {
    replay.state(0, DataType.FLOAT32, sizes(2), strides(1), fill(3));
    replay.state(1, DataType.FLOAT32, sizes(2), strides(1), fill(4));
    Call negate = replay.operator("aten::neg_", written(0)).to();
    replay.reset();
    assertThat(List.of(0, 1)).noneMatch(this::isThere);

    negate.run();
    replay.reset();

    assertThat(read(0)).containsExactly(3, 3);
    assertThat(isThere(1)).isFalse();
  }

  @Test
  void aCheckpointHasWhatItsPhaseWritesAndKeepsWhatIsAllocatedLater() {
    replay.state(0, DataType.FLOAT32, sizes(2), strides(1), fill(3));
    floats(1, 4);
    floats(2, 5);
    replay.view(3, 2, new Layout(sizes(1), strides(1), 1));
    Call phase = replay.operator("aten::add_.Tensor", written(0), slot(3), number(1)).to();
    Checkpoint checkpoint = replay.checkpoint(0);
    assertThat(isThere(0)).isTrue();
    assertThat(List.of(1, 2, 3)).noneMatch(this::isThere);

    for (int i = 0; i < 2; i++) {
      phase.run();
      assertThat(read(0)).containsExactly(8, 8);
      checkpoint.restore();
      assertThat(read(0)).containsExactly(3, 3);
    }
    assertThat(List.of(2, 3)).allMatch(this::isThere);
  }

  @Test
  void aWrapperSeesTheCallWithItsOperandsThere() {
    floats(0, 1);
    boolean[] there = {false};
    replay.wrap(
        (operator, results, call) ->
            () -> {
              call.run();
              there[0] = isThere(0);
            });
    replay.operator("aten::sum.dim_IntList", slot(0), ints(0)).to().run();

    assertThat(there[0]).isTrue();
  }
}
