package org.calque.runtime.torch;

import org.bytedeco.pytorch.IValue;
import org.calque.runtime.Call;

/** Puts the same tensor into a slot each time it runs, made when it runs first. */
final class StandIn implements Call {
  private final Frame frame;
  private final int slot;
  private final Runnable making;
  private IValue made;

  /**
   * @param making puts the tensor into the slot
   */
  StandIn(Frame frame, int slot, Runnable making) {
    this.frame = frame;
    this.slot = slot;
    this.making = making;
  }

  @Override
  public void run() {
    if (made == null) {
      making.run();
      made = new IValue(frame.place(slot));
    } else {
      frame.put(slot, made);
    }
  }

  /** Lets go of the tensor. */
  void free() {
    if (made != null) {
      made.deallocate();
    }
  }
}
