package org.calque.runtime;

/**
 * A place in the frame that holds one tensor, as an operand or as the place of a result.
 *
 * @param index position in the frame, from 0
 * @param use what the operator does with an operand; a result ignores it
 */
public record Slot(int index, Use use) implements Operand, Result {

  /** How an operator uses the tensor of a slot. */
  public enum Use {
    /** Read, and needed again. */
    READ,
    /** Read or written for the last time: the slot is emptied by the call. */
    LAST,
    /** Written in place, and needed again. */
    WRITTEN
  }

  /** Checks the index. */
  public Slot {
    if (index < 0) {
      throw new IllegalArgumentException("slot " + index + " is negative");
    }
  }
}
