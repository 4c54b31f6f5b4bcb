package org.calque.replay;

import java.util.EnumSet;
import java.util.Set;
import org.calque.trace.ElementType;

/**
 * One life of a storage. Ids of storages are addresses, so one id may stand for several of these,
 * one after the other. {@link SlotTable} makes them and knows what lies on them.
 */
final class StorageVersion {
  private final int number;
  private boolean external;
  private boolean allocated;
  private final Set<ElementType> types = EnumSet.noneOf(ElementType.class);
  private int firstSlot = -1;
  private int lastSlot = -1;
  private int slotCount;
  private int takenBy = -1;
  private long bytes;

  StorageVersion(int number, boolean external) {
    this.number = number;
    this.external = external;
  }

  /** Position in order of appearance. */
  int number() {
    return number;
  }

  /** Whether it existed before the step. */
  boolean isExternal() {
    return external;
  }

  /** Makes it one that existed before the step, though an operator allocated its like. */
  void existBefore() {
    external = true;
    allocated = true;
  }

  /** Whether an operator of the step allocated its like. */
  boolean isAllocated() {
    return allocated;
  }

  /** Slot of the tensor that appeared on it first. */
  int firstSlot() {
    return firstSlot;
  }

  /** Slot of the tensor that appeared on it last. */
  int lastSlot() {
    return lastSlot;
  }

  /** How many tensors appeared on it. */
  int slotCount() {
    return slotCount;
  }

  /** Size in bytes, as far as the trace shows it. */
  long bytes() {
    return bytes;
  }

  /** Whether a tensor of that element type appeared on it. */
  boolean shows(ElementType type) {
    return types.contains(type);
  }

  void add(int slot, ElementType type) {
    if (firstSlot < 0) {
      firstSlot = slot;
    }
    lastSlot = slot;
    slotCount++;
    types.add(type);
  }

  /** Notes that it has at least so many bytes. */
  void reach(long least) {
    bytes = Math.max(bytes, least);
  }

  /** Notes that a call takes a tensor on it. */
  void take(int call) {
    takenBy = call;
  }

  /** Whether a tensor on it is an operand of the call. */
  boolean isTakenBy(int call) {
    return takenBy == call;
  }
}
