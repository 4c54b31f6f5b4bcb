package org.calque.runtime.torch;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.bytedeco.javacpp.Pointer;
import org.bytedeco.pytorch.IValueVector;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch.ScalarType;
import org.calque.runtime.Checkpoint;
import org.calque.runtime.ReplayException;
import org.calque.runtime.linux.MemoryGrant;

/**
 * The slots of a frame at one moment. Restoring puts references back and copies the contents of
 * written storages, once each however many tensors lie on it.
 *
 * <p>What an operator does to the shape of a remembered tensor itself, such as {@code resize_} or
 * {@code t_}, is not undone.
 */
final class TorchCheckpoint implements Checkpoint {
  private final Frame frame;
  private final IValueVector slots;
  private final List<Contents> contents;
  private final DeviceClock clock;

  /** The bytes of a storage: as the session sees them, and as they were. */
  private record Contents(Tensor live, Tensor saved) {
    static Contents of(Tensor tensor, MemoryGrant memory) {
      // As bytes: whatever the elements are, they come back bit by bit.
      try (Tensor elements = WholeStorage.of(tensor)) {
        memory.take(tensor.storage().nbytes());
        Tensor live = elements.view(ScalarType.Byte);
        return new Contents(live, live.clone());
      }
    }

    void restore() {
      live.copy_(saved);
    }

    void free() {
      live.deallocate();
      saved.deallocate();
    }
  }

  private TorchCheckpoint(
      Frame frame, IValueVector slots, List<Contents> contents, DeviceClock clock) {
    this.frame = frame;
    this.slots = slots;
    this.contents = contents;
    this.clock = clock;
  }

  /** Remembers a frame, and copies the storages of some slots. */
  static TorchCheckpoint of(Frame frame, MemoryGrant memory, DeviceClock clock, int... written) {
    Set<Long> addresses = new HashSet<>();
    List<Contents> contents = new ArrayList<>();
    for (int slot : written) {
      Tensor tensor = frame.tensor(slot);
      Pointer data = tensor.storage().data();
      if (data != null && addresses.add(data.address())) {
        contents.add(Contents.of(tensor, memory));
      }
    }
    return new TorchCheckpoint(frame, frame.copy(), contents, clock);
  }

  /** Remembers what a slot holds now as well; it was materialised after the checkpoint. */
  void remember(int slot) {
    slots.put(slot, frame.place(slot));
  }

  @Override
  public void restore() {
    if (slots.isNull()) {
      throw new ReplayException("the session is closed");
    }
    frame.set(slots);
    contents.forEach(Contents::restore);
    // What is measured next must not wait for these copies.
    clock.settle();
  }

  /** Lets go of everything remembered. */
  void free() {
    slots.deallocate();
    contents.forEach(Contents::free);
  }
}
