package org.calque.runtime.torch;

import java.util.List;
import org.bytedeco.pytorch.IValue;
import org.bytedeco.pytorch.IValueVector;

/** The arguments of one call that a run copies, because what their slots hold comes and goes. */
final class PassingTensors {
  private final IValue[] optional;
  private final int[] positions;
  private final IValue[] slots;
  private final TensorList[] lists;

  /**
   * @param optional slots of optional arguments, copied or moved, which must not be empty
   * @param positions where on the stack slots are copied to
   * @param slots the slots copied there
   * @param lists those to fill before the operator and to empty after it
   */
  PassingTensors(
      List<IValue> optional, int[] positions, List<IValue> slots, List<TensorList> lists) {
    this.optional = optional.toArray(IValue[]::new);
    this.positions = positions;
    this.slots = slots.toArray(IValue[]::new);
    this.lists = lists.toArray(TensorList[]::new);
  }

  /** Whether a run has anything to do here. */
  boolean areAny() {
    return optional.length + positions.length + lists.length > 0;
  }

  /**
   * Copies all; a slot may be passed twice, and its last use, which moves it, comes after.
   *
   * @throws EmptySlot if the slot of an optional argument is empty
   */
  void put(IValueVector stack) {
    for (IValue slot : optional) {
      if (slot.isNone()) {
        throw new EmptySlot();
      }
    }
    for (int i = 0; i < positions.length; i++) {
      stack.put(positions[i], slots[i]);
    }
    for (TensorList list : lists) {
      list.fill();
    }
  }

  /** Lets go of the tensors in lists, which the call would keep alive. */
  void release() {
    for (TensorList list : lists) {
      list.empty();
    }
  }

  /** An optional argument's slot is empty, which the dispatcher would take for {@code None}. */
  static final class EmptySlot extends IllegalStateException {
    private static final long serialVersionUID = 1;
  }
}
