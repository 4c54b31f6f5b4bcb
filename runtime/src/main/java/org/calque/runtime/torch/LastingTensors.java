package org.calque.runtime.torch;

import java.util.List;
import org.calque.runtime.Operand;
import org.calque.runtime.Result;
import org.calque.runtime.Slot;

/**
 * The slots that hold the same tensor at each run: it was given before the step, and no call puts a
 * result in its place or uses it for the last time. Weights are such tensors, even where operators
 * write them. A call may hold on to them between runs as it does to constants. Scratch slots never
 * hold such a tensor.
 */
final class LastingTensors {
  private final boolean[] given;
  private final boolean[] changing;
  private final boolean[] held;
  private final Runnable letGo;

  /**
   * @param slots size of the frame
   * @param letGo makes every call let go of what it holds, because some of it lasts no longer
   */
  LastingTensors(int slots, Runnable letGo) {
    given = new boolean[slots];
    changing = new boolean[slots];
    held = new boolean[slots];
    this.letGo = letGo;
  }

  /** Notes that a slot was given a tensor outside any call; the second time, that it changes. */
  void given(int slot) {
    if (given[slot]) {
      changes(slot);
    }
    given[slot] = true;
  }

  /** Notes which slots a call changes when it runs. */
  void bound(List<Operand> operands, List<Result> results) {
    for (Operand operand : operands) {
      if (operand instanceof Slot slot && slot.use() == Slot.Use.LAST) {
        changes(slot.index());
      } else if (operand instanceof Operand.Tensors tensors) {
        bound(tensors.elements(), List.of());
      }
    }
    for (Result result : results) {
      if (result instanceof Slot slot) {
        changes(slot.index());
      } else if (result instanceof Result.Slots slots) {
        bound(List.of(), slots.elements());
      }
    }
  }

  private void changes(int slot) {
    if (slot >= Frame.SCRATCH) {
      return;
    }
    changing[slot] = true;
    if (held[slot]) {
      held[slot] = false;
      letGo.run();
    }
  }

  /** Whether a slot's tensor lasts; if so, the caller may hold it until it is told to let go. */
  boolean hold(int slot) {
    if (slot >= Frame.SCRATCH) {
      return false;
    }
    boolean lasts = given[slot] && !changing[slot];
    held[slot] |= lasts;
    return lasts;
  }
}
