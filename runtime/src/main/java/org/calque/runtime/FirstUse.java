package org.calque.runtime;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.IntConsumer;

/** Puts tensors into slots when all is bound, or when a call uses one of their storage first. */
final class FirstUse {
  private final boolean lazy;
  private final Map<Integer, Pending> pending = new LinkedHashMap<>();

  /** A storage that is not there yet, with everything that will put a tensor on it into a slot. */
  private static final class Pending {
    private final List<Runnable> steps = new ArrayList<>();

    void allocate() {
      steps.forEach(Runnable::run);
      steps.clear();
    }
  }

  FirstUse(boolean lazy) {
    this.lazy = lazy;
  }

  /** Notes how a storage is allocated and how a tensor on it gets into a slot. */
  void allocate(int slot, Runnable allocation) {
    pending.computeIfAbsent(slot, key -> new Pending()).steps.add(allocation);
  }

  /** Allocates everything that is not to wait for a call. */
  void bound() {
    if (!lazy) {
      pending.values().forEach(Pending::allocate);
      pending.clear();
    }
  }

  /** Puts a further tensor on the storage of {@code base}, now or when that is allocated. */
  void view(int slot, int base, Runnable view) {
    Pending storage = pending.get(base);
    if (storage == null) {
      view.run();
    } else {
      storage.steps.add(view);
      pending.put(slot, storage);
    }
  }

  /** The call itself, or one that allocates what its operands wait for before it runs first. */
  Call before(Call call, List<Operand> operands) {
    if (!lazy) {
      return call;
    }
    Set<Pending> storages = new LinkedHashSet<>();
    operands.forEach(operand -> forEachSlot(operand, slot -> add(slot, storages)));
    return storages.isEmpty() ? call : new Allocating(call, List.copyOf(storages));
  }

  private void add(int slot, Set<Pending> storages) {
    Pending storage = pending.get(slot);
    if (storage != null) {
      storages.add(storage);
    }
  }

  private static void forEachSlot(Operand operand, IntConsumer action) {
    if (operand instanceof Slot slot) {
      action.accept(slot.index());
    } else if (operand instanceof Operand.Tensors list) {
      list.elements().forEach(element -> forEachSlot(element, action));
    }
  }

  /** Allocates what the slots wait for. */
  void now(int... slots) {
    Set<Pending> storages = new LinkedHashSet<>();
    for (int slot : slots) {
      add(slot, storages);
    }
    storages.forEach(Pending::allocate);
  }

  /** A call some of whose operands are not there when it runs first. */
  private static final class Allocating implements Call {
    private final Call call;
    private List<Pending> missing;

    Allocating(Call call, List<Pending> missing) {
      this.call = call;
      this.missing = missing;
    }

    @Override
    public void run() {
      if (missing != null) {
        missing.forEach(Pending::allocate);
        missing = null;
      }
      call.run();
    }
  }
}
