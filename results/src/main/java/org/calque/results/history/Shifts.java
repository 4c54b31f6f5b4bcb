package org.calque.results.history;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.calque.results.stats.ChangePoint;
import org.calque.results.stats.ChangePoints;

/** Finds the shifts of a series that are large enough to count. */
final class Shifts {
  private final List<Point> points;
  private final int[] positions; // of the measured ones among all
  private final double[] values;

  private Shifts(List<Point> points, int[] positions, double[] values) {
    this.points = points;
    this.positions = positions;
    this.values = values;
  }

  /**
   * The shifts between the measured points.
   *
   * @param threshold smallest relative change of the median that counts
   */
  static List<Shift> of(List<Point> points, ChangePoints method, double threshold) {
    int[] positions = new int[points.size()];
    double[] values = new double[points.size()];
    int n = 0;
    for (int i = 0; i < points.size(); i++) {
      if (points.get(i).measured()) {
        positions[n] = i;
        values[n++] = points.get(i).value();
      }
    }
    Shifts shifts = new Shifts(points, positions, Arrays.copyOf(values, n));
    return shifts.large(method.find(shifts.scaled()), threshold);
  }

  /**
   * Logarithms, since noise grows with what it lies on; as they are where some are not positive.
   */
  private double[] scaled() {
    boolean positive = Arrays.stream(values).allMatch(value -> value > 0);
    return positive ? Arrays.stream(values).map(Math::log).toArray() : values;
  }

  /** Drops the smallest again and again, since what it parted then is one part. */
  private List<Shift> large(List<ChangePoint> changes, double threshold) {
    List<ChangePoint> left = new ArrayList<>(changes);
    List<Shift> shifts = between(left);
    while (!shifts.isEmpty()) {
      int smallest = 0;
      for (int i = 1; i < shifts.size(); i++) {
        smallest = size(shifts.get(i)) < size(shifts.get(smallest)) ? i : smallest;
      }
      if (size(shifts.get(smallest)) >= threshold) {
        break;
      }
      left.remove(smallest);
      shifts = between(left);
    }
    return shifts;
  }

  private static double size(Shift shift) {
    return Math.abs(shift.ratio() - 1);
  }

  private List<Shift> between(List<ChangePoint> changes) {
    List<Shift> shifts = new ArrayList<>();
    for (int i = 0; i < changes.size(); i++) {
      int before = i == 0 ? 0 : changes.get(i - 1).index();
      int here = changes.get(i).index();
      int next = i + 1 == changes.size() ? values.length : changes.get(i + 1).index();
      int position = positions[here];
      shifts.add(
          new Shift(
              position,
              points.get(position),
              median(before, here),
              median(here, next),
              changes.get(i).p()));
    }
    return shifts;
  }

  private double median(int from, int to) {
    return RunValues.median(Arrays.copyOfRange(values, from, to));
  }
}
