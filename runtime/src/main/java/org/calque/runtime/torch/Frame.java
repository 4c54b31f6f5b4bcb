package org.calque.runtime.torch;

import org.bytedeco.pytorch.IValue;
import org.bytedeco.pytorch.IValueVector;
import org.bytedeco.pytorch.Tensor;
import org.calque.runtime.ReplayException;

/** The slots of a session: native values whose places never move. */
final class Frame {
  /** Scratch slots count from here, so that none is mistaken for a slot of a program. */
  static final int SCRATCH = 1 << 28;

  private final int slots;
  private final IValueVector values;
  private final IValue[] places;
  private final IValue nothing = new IValue();

  /**
   * @param slots of the program
   * @param scratch slots that hold nothing between calls
   */
  Frame(int slots, int scratch) {
    this.slots = slots;
    values = new IValueVector(slots + scratch);
    places = new IValue[slots + scratch];
  }

  /**
   * The place of a slot: what is put into it is put into the slot. A view without an owner, valid
   * until {@link #free}.
   */
  IValue place(int slot) {
    int position = slot >= SCRATCH ? slots + slot - SCRATCH : slot;
    if (slot < SCRATCH && (slot < 0 || slot >= slots)) {
      throw new ReplayException("slot " + slot + " is outside the frame of " + slots + " slots");
    }
    if (places[position] == null) {
      places[position] = values.get(position);
    }
    return places[position];
  }

  /**
   * The tensor in a slot.
   *
   * @throws ReplayException if there is none
   */
  Tensor tensor(int slot) {
    Tensor tensor = tensorOrNull(slot);
    if (tensor == null) {
      throw new ReplayException("slot " + slot + " is empty");
    }
    return tensor;
  }

  /** The tensor in a slot, or {@code null} if there is none or an undefined one. */
  Tensor tensorOrNull(int slot) {
    IValue place = place(slot);
    if (!place.isTensor()) {
      return null;
    }
    Tensor tensor = place.toTensor();
    return tensor.defined() ? tensor : null;
  }

  /** A copy of all slots, which keeps their tensors alive. */
  IValueVector copy() {
    IValueVector copy = new IValueVector(places.length);
    copy.put(values);
    return copy;
  }

  /** Sets all slots to a copy's. */
  void set(IValueVector copy) {
    values.put(copy);
  }

  /** Puts a copy of a value into a slot. */
  void put(int slot, IValue value) {
    values.put(slot, value);
  }

  /** Empties slots. */
  void clear(IValue[] slots) {
    if (values.isNull()) {
      throw new ReplayException("the session is closed");
    }
    for (IValue slot : slots) {
      // A move, which leaves nothing behind in what is nothing.
      slot.put(nothing);
    }
  }

  /** Empties the scratch slots, unless all are freed. */
  void clearScratch() {
    if (values.isNull()) {
      return;
    }
    for (int position = slots; position < places.length; position++) {
      if (places[position] != null) {
        places[position].put(nothing);
      }
    }
  }

  /** Frees every tensor and the slots. */
  void free() {
    values.deallocate();
    nothing.deallocate();
  }
}
