package org.calque.replay;

import java.util.List;

/**
 * Bytes of the tensors that a step makes and has not yet freed: a storage is there from the step
 * that sets the first slot on it until every slot on it is empty again.
 */
public final class LiveMemory {
  private final long[] after;

  private LiveMemory(long[] after) {
    this.after = after;
  }

  /** Walks a program. */
  public static LiveMemory of(ReplayProgram program) {
    return of(program.slots(), program.storageOf(), program.storages(), program.steps());
  }

  static LiveMemory of(
      List<TensorSlot> slots, List<Integer> storageOf, List<Storage> existing, List<Step> steps) {
    long[] bytes = new long[storageOf.stream().mapToInt(i -> i + 1).max().orElse(0)];
    for (int slot = 0; slot < slots.size(); slot++) {
      int storage = storageOf.get(slot);
      bytes[storage] = Math.max(bytes[storage], slots.get(slot).extentBytes());
    }
    existing.forEach(storage -> bytes[storageOf.get(storage.slots().get(0))] = 0);
    int[] tensors = new int[bytes.length];
    long[] after = new long[steps.size()];
    long[] alive = {0};
    for (int i = 0; i < after.length; i++) {
      SlotResults.forEach(
          steps.get(i),
          slot -> {
            int storage = storageOf.get(slot);
            alive[0] += tensors[storage]++ == 0 ? bytes[storage] : 0;
          });
      SlotUses.forEach(
          steps.get(i),
          (operand, argument) -> {
            int storage = storageOf.get(operand.slot());
            if (operand.use() == Operand.Use.LAST) {
              alive[0] -= --tensors[storage] == 0 ? bytes[storage] : 0;
            }
          });
      after[i] = alive[0];
    }
    return new LiveMemory(after);
  }

  /** Bytes alive after a step, counted from 0. */
  public long after(int step) {
    return after[step];
  }

  /** Bytes alive before a step. */
  public long before(int step) {
    return step == 0 ? 0 : after[step - 1];
  }

  /** Number of steps. */
  public int steps() {
    return after.length;
  }
}
