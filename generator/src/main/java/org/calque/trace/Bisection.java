package org.calque.trace;

import java.util.function.IntPredicate;

/** Binary search by a predicate. */
public final class Bisection {
  private Bisection() {}

  /**
   * The first number for which a predicate holds.
   *
   * @param count numbers are below that
   * @param holds true from some number on, false before
   * @return {@code count} if it holds for none
   */
  public static int first(int count, IntPredicate holds) {
    int low = 0;
    int high = count;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (holds.test(middle)) {
        high = middle;
      } else {
        low = middle + 1;
      }
    }
    return low;
  }
}
