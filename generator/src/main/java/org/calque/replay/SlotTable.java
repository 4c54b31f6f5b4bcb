package org.calque.replay;

import com.carrotsearch.hppc.IntArrayList;
import com.carrotsearch.hppc.IntObjectHashMap;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import org.calque.trace.ElementType;
import org.calque.trace.TensorReference;

/** The slots handed out so far: what each holds, and the storage that it lies on. */
final class SlotTable {
  /** Tensors on one storage that are looked through one by one. */
  private static final int FEW = 16;

  private final List<TensorSlot> tensors = new ArrayList<>();
  private final List<TensorReference> views = new ArrayList<>();
  private final List<StorageVersion> storageOfSlot = new ArrayList<>();
  private final IntArrayList previousOnStorage = new IntArrayList();
  private final List<StorageVersion> storages = new ArrayList<>();
  private final BitSet gone = new BitSet();
  private final IntObjectHashMap<LayoutIndex> indexes = new IntObjectHashMap<>();
  private final Interner<TensorSlot> layouts = new Interner<>();

  /** The number of slots. */
  int size() {
    return tensors.size();
  }

  /** What each slot holds when it is first set. */
  List<TensorSlot> tensors() {
    return tensors;
  }

  /** What a slot holds when it is first set. */
  TensorSlot tensor(int slot) {
    return tensors.get(slot);
  }

  /** The tensor of a slot as the trace showed it last. */
  TensorReference view(int slot) {
    return views.get(slot);
  }

  /** The storage that a slot's tensor lies on. */
  StorageVersion storage(int slot) {
    return storageOfSlot.get(slot);
  }

  /** The number of each slot's storage. */
  List<Integer> storageNumbers() {
    return storageOfSlot.stream().map(StorageVersion::number).toList();
  }

  /** Whether a slot's tensor has every element of its storage. */
  boolean fillsStorage(int slot) {
    return tensor(slot).bytes() == storage(slot).bytes();
  }

  /** All storages, in order of appearance. */
  List<StorageVersion> storages() {
    return storages;
  }

  /** A storage without tensors. */
  StorageVersion newStorage(boolean external) {
    StorageVersion storage = new StorageVersion(storages.size(), external);
    storages.add(storage);
    return storage;
  }

  /** The slot of one more tensor on a storage. */
  int add(TensorReference tensor, StorageVersion storage) {
    int slot = tensors.size();
    tensors.add(
        layouts.intern(
            new TensorSlot(
                tensor.type(),
                tensor.sizes(),
                tensor.layoutStrides(),
                tensor.offset(),
                tensor.device())));
    views.add(tensor);
    storageOfSlot.add(storage);
    previousOnStorage.add(storage.lastSlot());
    storage.add(slot, tensor.type());
    storage.reach(tensor.extentBytes());
    LayoutIndex index = indexes.get(storage.number());
    if (index != null) {
      index.add(slot, tensor);
    }
    return slot;
  }

  /** Notes how the trace shows a slot's tensor now; some operators change a layout in place. */
  void show(int slot, TensorReference tensor) {
    if (!views.get(slot).sameLayout(tensor)) {
      indexes.remove(storage(slot).number());
    }
    views.set(slot, tensor);
    storage(slot).reach(tensor.extentBytes());
  }

  /** Notes that an operator has put a slot's tensor on another storage. */
  void leave(int slot) {
    gone.set(slot);
    indexes.remove(storage(slot).number());
  }

  /** Slots of the tensors on a storage, in the order in which they appeared. */
  int[] slotsOn(StorageVersion storage) {
    int[] slots = new int[storage.slotCount()];
    int slot = storage.lastSlot();
    for (int i = slots.length - 1; i >= 0; i--) {
      slots[i] = slot;
      slot = previousOnStorage.get(slot);
    }
    return slots;
  }

  /** The slot of the last tensor on a storage that has the layout of {@code tensor}, or -1. */
  int withLayout(StorageVersion storage, TensorReference tensor) {
    if (storage.slotCount() > FEW) {
      return index(storage).find(tensor, views);
    }
    int slot = storage.lastSlot();
    while (slot >= 0 && (gone.get(slot) || !views.get(slot).sameLayout(tensor))) {
      slot = previousOnStorage.get(slot);
    }
    return slot;
  }

  /** The slot of the first tensor on a storage that has an element type, or -1. */
  int withType(StorageVersion storage, ElementType type) {
    int first = storage.firstSlot();
    if (!gone.get(first) && views.get(first).type() == type) {
      return first;
    }
    return Arrays.stream(slotsOn(storage))
        .filter(slot -> !gone.get(slot) && views.get(slot).type() == type)
        .findFirst()
        .orElse(-1);
  }

  private LayoutIndex index(StorageVersion storage) {
    LayoutIndex index = indexes.get(storage.number());
    if (index == null) {
      index = new LayoutIndex();
      for (int slot : slotsOn(storage)) {
        if (!gone.get(slot)) {
          index.add(slot, views.get(slot));
        }
      }
      indexes.put(storage.number(), index);
    }
    return index;
  }
}
