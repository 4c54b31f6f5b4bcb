package org.calque.results.history;

import org.calque.results.diff.Direction;

/**
 * A move of a series that is not chance.
 *
 * @param index of the first point after it, among all points of the series
 * @param first that point
 * @param from median from the shift before, or the beginning, to this one
 * @param to median from this shift to the next, or the end
 * @param p probability of such a move in a series that has none
 */
public record Shift(int index, Point first, double from, double to, double p) {

  /** The later median over the earlier one; 1 when both are 0. */
  public double ratio() {
    return from == to ? 1 : to / from;
  }

  /** What it means for that series: {@code worse}, {@code better} or {@code moved}. */
  public String verdict(SeriesKey key) {
    Direction direction = Direction.of(key.unit(), key.metric());
    if (direction == Direction.NEUTRAL) {
      return "moved";
    }
    return to > from == (direction == Direction.LOWER_IS_BETTER) ? "worse" : "better";
  }
}
