package org.calque.results.history;

import java.util.List;

/**
 * Results of one measurement over time.
 *
 * @param key what all of them share
 * @param points in the order of the runs, failures included; runs that did not try are absent
 * @param shifts where it moved, in the same order
 */
public record Series(SeriesKey key, List<Point> points, List<Shift> shifts) {

  /** Copies the lists. */
  public Series {
    points = List.copyOf(points);
    shifts = List.copyOf(shifts);
  }

  /** The number of points with a result. */
  public int measured() {
    return (int) points.stream().filter(Point::measured).count();
  }

  /** The last result; NaN when there is none. */
  public double last() {
    return points.stream()
        .filter(Point::measured)
        .mapToDouble(Point::value)
        .reduce(Double.NaN, (earlier, later) -> later);
  }
}
