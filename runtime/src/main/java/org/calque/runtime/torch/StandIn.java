package org.calque.runtime.torch;

import org.bytedeco.pytorch.IValue;
import org.bytedeco.pytorch.Tensor;
import org.calque.runtime.Call;

/**
 * Puts the same tensor with the same elements into a slot each time it runs, whatever the step made
 * of it before. It is made when it runs first.
 */
final class StandIn implements Call {
  private final Frame frame;
  private final int slot;
  private final Runnable making;
  private IValue made;
  private Tensor elements;
  private Tensor saved;

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
      elements = WholeStorage.of(frame.tensor(slot));
      saved = elements.clone();
    } else {
      elements.copy_(saved);
      frame.put(slot, made);
    }
  }

  /** Lets go of the tensor. */
  void free() {
    if (made != null) {
      made.deallocate();
      elements.deallocate();
      saved.deallocate();
    }
  }
}
