package org.calque.runtime.torch;

import org.bytedeco.pytorch.IValue;
import org.bytedeco.pytorch.IValueArrayRef;
import org.calque.runtime.ReplayException;

/** Where the elements of one returned tensor list go. */
final class ListResult {
  private final IValue list;
  private final IValue[] slots;

  /**
   * @param list place of the list on the stack
   * @param slots places for the elements in order; {@code null} for one that is dropped
   */
  ListResult(IValue list, IValue[] slots) {
    this.list = list;
    this.slots = slots;
  }

  /** Moves the elements out of the list. */
  void take() {
    try (IValueArrayRef elements = list.toListRef()) {
      if (elements.size() != slots.length) {
        throw new ReplayException(
            "returned a list of " + elements.size() + " tensors, not " + slots.length);
      }
      for (int i = 0; i < slots.length; i++) {
        if (slots[i] != null) {
          slots[i].put(elements.get(i));
        }
      }
    }
  }
}
