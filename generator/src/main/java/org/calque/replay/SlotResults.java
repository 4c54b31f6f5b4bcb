package org.calque.replay;

import java.util.function.IntConsumer;

/** Walks the slots that a step sets. */
final class SlotResults {
  private SlotResults() {}

  static void forEach(Step step, IntConsumer action) {
    if (step instanceof Step.Alias alias) {
      action.accept(alias.slot());
    } else if (step instanceof Step.OperatorCall call) {
      call.results().forEach(result -> forEach(result, action));
    }
  }

  /** Calls {@code action} with the slot of a result, or with each of a list. */
  static void forEach(Result result, IntConsumer action) {
    if (result instanceof Result.Slot slot) {
      action.accept(slot.slot());
    } else if (result instanceof Result.Elements list) {
      list.elements().forEach(element -> forEach(element, action));
    }
  }
}
