package org.calque.runtime.torch;

import java.util.List;
import org.bytedeco.pytorch.IValue;
import org.calque.runtime.Call;
import org.calque.runtime.Operand;
import org.calque.runtime.Slot;

/** Empties slots, which frees what no other slot lies on. */
final class Release implements Call {
  private final Frame frame;
  private final IValue[] places;

  Release(Frame frame, List<? extends Operand> slots) {
    this.frame = frame;
    places = slots.stream().map(slot -> frame.place(((Slot) slot).index())).toArray(IValue[]::new);
  }

  @Override
  public void run() {
    frame.clear(places);
  }
}
