package org.calque.replay;

import java.util.List;

/** Where one returned value of an operator call goes. */
public sealed interface Result {

  /** Into a slot. */
  record Slot(int slot) implements Result {}

  /** Nowhere: it is no tensor, is one of the operands, or is never used. */
  record Dropped() implements Result {}

  /** The elements of a returned list. */
  record Elements(List<Result> elements) implements Result {
    /** Copies the list. */
    public Elements {
      elements = List.copyOf(elements);
    }
  }
}
