package org.calque.results.cli;

import java.util.List;
import org.calque.results.history.Point;

/** A series as a word: one character for each run, higher for a larger value. */
final class Sparkline {
  /** As many characters as are read at a glance; longer series are drawn in groups of runs. */
  private static final int WIDTH = 40;

  private static final String UNICODE = "▁▂▃▄▅▆▇█";
  private static final String ASCII = "12345678";

  private Sparkline() {}

  /** The word; a group of runs with a failure shows as a cross. */
  static String of(List<Point> points, Glyphs glyphs) {
    int group = Math.max(1, (points.size() + WIDTH - 1) / WIDTH);
    double low = Double.POSITIVE_INFINITY;
    double high = Double.NEGATIVE_INFINITY;
    for (Point point : points) {
      if (point.measured()) {
        low = Math.min(low, point.value());
        high = Math.max(high, point.value());
      }
    }
    StringBuilder word = new StringBuilder();
    for (int from = 0; from < points.size(); from += group) {
      List<Point> part = points.subList(from, Math.min(points.size(), from + group));
      word.append(mark(part, low, high, glyphs));
    }
    return word.toString();
  }

  private static char mark(List<Point> part, double low, double high, Glyphs glyphs) {
    if (!part.stream().allMatch(Point::measured)) {
      return glyphs == Glyphs.ASCII ? 'x' : '×';
    }
    String levels = glyphs == Glyphs.ASCII ? ASCII : UNICODE;
    double mean = part.stream().mapToDouble(Point::value).average().orElse(low);
    double height = high > low ? (mean - low) / (high - low) : 0;
    return levels.charAt((int) Math.min(levels.length() - 1, height * levels.length()));
  }
}
