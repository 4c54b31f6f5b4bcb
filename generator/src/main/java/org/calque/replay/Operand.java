package org.calque.replay;

import java.util.List;
import org.calque.trace.TraceValue;

/** What an operator call takes in one argument position. */
public sealed interface Operand {

  /** How a call uses a slot's tensor. */
  enum Use {
    /** Read, and needed again. */
    READ,
    /** Used for the last time; the slot is empty afterwards. */
    LAST,
    /** Written in place, and needed again. */
    WRITTEN
  }

  /** The tensor of a slot. */
  record Tensor(int slot, Use use) implements Operand {}

  /** A list of tensors, or of tensors and undefined ones. */
  record TensorList(List<Operand> elements) implements Operand {
    /** Copies the list. */
    public TensorList {
      elements = List.copyOf(elements);
    }
  }

  /** A recorded value that is no tensor. */
  record Constant(TraceValue value) implements Operand {}
}
