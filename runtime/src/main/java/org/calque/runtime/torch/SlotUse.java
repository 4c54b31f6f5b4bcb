package org.calque.runtime.torch;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.bytedeco.pytorch.IValue;
import org.calque.runtime.Slot;

/**
 * One appearance of a slot among the arguments of a call.
 *
 * @param slot the slot
 * @param place where its tensor goes: an element of the stack or of a list
 * @param position index of that element
 * @param list the list, or {@code null} for the stack
 * @param optional whether the argument may be {@code None}, so that the dispatcher does not notice
 *     an empty slot
 */
record SlotUse(Slot slot, IValue place, int position, TensorList list, boolean optional) {

  /**
   * The appearances that empty their slot. A slot may be passed several times, and is emptied by
   * the last one if any is its last use; the others copy.
   */
  static List<SlotUse> moves(List<SlotUse> uses) {
    Map<Integer, SlotUse> latest = new HashMap<>();
    for (SlotUse use : uses) {
      latest.put(use.slot.index(), use);
    }
    return uses.stream()
        .filter(use -> use.slot.use() == Slot.Use.LAST)
        .map(use -> latest.get(use.slot.index()))
        .distinct()
        .toList();
  }
}
