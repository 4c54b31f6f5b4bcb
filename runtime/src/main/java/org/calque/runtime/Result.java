package org.calque.runtime;

import java.util.Arrays;

/**
 * Where one returned value of an operator goes: into a {@link Slot}, into the slots of a returned
 * list, or nowhere.
 */
public sealed interface Result permits Slot, Result.Dropped, Result.Slots {

  /** A value that nobody uses: freed as soon as the call has returned. */
  record Dropped() implements Result {}

  /**
   * The elements of a returned {@code Tensor[]}.
   *
   * @param elements a {@link Slot} or {@link Dropped} for each element, in order
   */
  record Slots(java.util.List<Result> elements) implements Result {
    /** Copies the list. */
    public Slots {
      elements = java.util.List.copyOf(elements);
    }
  }

  /** A value that nobody uses. */
  static Result dropped() {
    return new Dropped();
  }

  /** The elements of a returned list. */
  static Result slots(Result... elements) {
    return new Slots(Arrays.asList(elements));
  }
}
