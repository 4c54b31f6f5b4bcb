package org.calque.results.diff;

import java.util.Locale;
import org.calque.results.stats.Interval;

/**
 * What an interval of the ratio of head over base tells.
 *
 * @param interval of the ratio
 * @param direction not {@link Direction#NEUTRAL}
 */
record Known(Interval interval, Direction direction) {

  /** Whether the change is at least that large, wherever in the interval it is. */
  boolean beyond(double threshold) {
    return interval.low() >= 1 + threshold || interval.high() <= 1 - threshold;
  }

  /** Whether the change is not as large, wherever in the interval it is. */
  boolean within(double threshold) {
    boolean exact = interval.low() == 1 && interval.high() == 1;
    return exact || (interval.low() > 1 - threshold && interval.high() < 1 + threshold);
  }

  /** Whether most of the interval is on the worse side. */
  boolean worse() {
    boolean more = interval.low() - 1 > 1 - interval.high();
    return more == (direction == Direction.LOWER_IS_BETTER);
  }

  /** Such as {@code between 1.2% better and 4.8% worse}, or {@code worse by 2.8% to 5.2%}. */
  String text() {
    if (interval.low() < 1 && interval.high() > 1) {
      boolean lowIsBetter = direction == Direction.LOWER_IS_BETTER;
      String less = change(interval.low());
      String more = change(interval.high());
      return lowIsBetter
          ? "between " + less + " better and " + more + " worse"
          : "between " + less + " worse and " + more + " better";
    }
    boolean above = interval.low() >= 1;
    String nearer = change(above ? interval.low() : interval.high());
    String farther = change(above ? interval.high() : interval.low());
    return (worse() ? "worse" : "better") + " by " + nearer + " to " + farther;
  }

  private static String change(double ratio) {
    return Double.isInfinite(ratio)
        ? "any amount"
        : String.format(Locale.ROOT, "%.1f%%", Math.abs(ratio - 1) * 100);
  }
}
