package org.calque.replay;

import com.carrotsearch.hppc.IntArrayList;
import java.util.AbstractList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import org.calque.trace.Bisection;

/**
 * When each storage and each slot of a step comes into being, is used and is written, by step
 * number. All uses are numbered in execution order; within a step, in the order of {@link
 * SlotUses}.
 */
final class StorageUses {
  private final IntArrayList steps = new IntArrayList();
  private final IntArrayList arguments = new IntArrayList();
  private final IntArrayList ordinals = new IntArrayList();
  private final IntArrayList slots = new IntArrayList();
  private final BitSet writes = new BitSet();
  private final int[] births;
  private final SlotTable table;
  private Groups byStorage;
  private Groups bySlot;

  /**
   * One use of a storage.
   *
   * @param step number of the step
   * @param argument position of the argument
   * @param ordinal number of the tensor among all that the step takes, lists included
   * @param slot slot of the tensor on it
   * @param writes whether the step writes it
   */
  record Use(int step, int argument, int ordinal, int slot, boolean writes) {}

  private StorageUses(SlotTable table) {
    this.table = table;
    births = new int[table.size()];
    Arrays.fill(births, -1);
  }

  static StorageUses of(List<Step> steps, SlotTable table, OperatorSchemas schemas) {
    StorageUses uses = new StorageUses(table);
    for (int i = 0; i < steps.size(); i++) {
      int number = i;
      int first = uses.count();
      boolean writes =
          steps.get(i) instanceof Step.OperatorCall call && schemas.of(call).writesElements();
      SlotUses.forEach(
          steps.get(i), (operand, argument) -> uses.add(number, argument, first, operand, writes));
      SlotResults.forEach(steps.get(i), slot -> uses.births[slot] = number);
    }
    uses.byStorage =
        Groups.of(uses.count(), table.storages().size(), i -> uses.storage(i).number());
    uses.bySlot = Groups.of(uses.count(), table.size(), uses.slots::get);
    return uses;
  }

  private void add(
      int step, int argument, int firstOfStep, Operand.Tensor operand, boolean writes) {
    int number = count();
    steps.add(step);
    arguments.add(argument);
    ordinals.add(number - firstOfStep);
    slots.add(operand.slot());
    this.writes.set(number, writes && operand.use() == Operand.Use.WRITTEN);
  }

  /** How many uses there are in all. */
  int count() {
    return steps.size();
  }

  /** A use by its number. */
  Use use(int number) {
    return new Use(
        steps.get(number),
        arguments.get(number),
        ordinals.get(number),
        slots.get(number),
        writes.get(number));
  }

  /** The storage that a use is one of. */
  StorageVersion storage(int number) {
    return table.storage(slots.get(number));
  }

  /** The step of a use. */
  int step(int number) {
    return steps.get(number);
  }

  /** Whether a use writes. */
  boolean writes(int number) {
    return writes.get(number);
  }

  /** The number of the first use in a step or after it. */
  int firstFrom(int step) {
    return Bisection.first(count(), number -> steps.get(number) >= step);
  }

  /** The number of a storage's first use; it has to have one. */
  int first(StorageVersion storage) {
    return byStorage.member(storage.number(), 0);
  }

  /** The uses of a storage in execution order. */
  List<Use> of(StorageVersion storage) {
    return new AbstractList<>() {
      @Override
      public Use get(int i) {
        return use(byStorage.member(storage.number(), i));
      }

      @Override
      public int size() {
        return byStorage.size(storage.number());
      }
    };
  }

  /** The uses of a storage in a step or after it. */
  List<Use> from(int step, StorageVersion storage) {
    List<Use> all = of(storage);
    int first =
        Bisection.first(all.size(), i -> steps.get(byStorage.member(storage.number(), i)) >= step);
    return all.subList(first, all.size());
  }

  /** The numbers of a slot's uses, rising. */
  IntArrayList ofSlot(int slot) {
    IntArrayList numbers = new IntArrayList(bySlot.size(slot));
    for (int i = 0; i < bySlot.size(slot); i++) {
      numbers.add(bySlot.member(slot, i));
    }
    return numbers;
  }

  /** The number of a slot's last use, or -1 if it has none. */
  int last(int slot) {
    int size = bySlot.size(slot);
    return size == 0 ? -1 : bySlot.member(slot, size - 1);
  }

  /** The step that makes the tensor of a slot, or -1 if it exists before the first. */
  int birth(int slot) {
    return births[slot];
  }
}
