package org.calque.results.report;

import java.util.regex.Pattern;
import org.calque.results.Metric;
import org.calque.results.diff.Direction;

/** Which metrics are drawn, and what is said of their units. */
final class ChartedUnit {
  private static final Pattern ENERGY_OR_POWER = Pattern.compile("[nuµmkM]?(J|Wh|W)(/\\S+)?");

  private ChartedUnit() {}

  /** What a benchmark measures itself, and energy and power; other metrics are in the tables. */
  static boolean charts(Metric metric) {
    return metric.primary() || ENERGY_OR_POWER.matcher(metric.unit()).matches();
  }

  /** {@code lower is better}, {@code higher is better}, or empty. */
  static String better(String unit) {
    return better(unit, "");
  }

  /** The same of a metric: the name tells of a share which way is good. */
  static String better(String unit, String metric) {
    return switch (Direction.of(unit, metric)) {
      case HIGHER_IS_BETTER -> "higher is better";
      case LOWER_IS_BETTER -> "lower is better";
      case NEUTRAL -> "";
    };
  }

  /** What is measured in such a unit: {@code Time}, {@code Rate}, {@code Energy}, {@code Power}. */
  static String quantity(String unit) {
    if (unit.matches("[nuµmkM]?W")) {
      return "Power";
    }
    if (ENERGY_OR_POWER.matcher(unit).matches()) {
      return "Energy";
    }
    return switch (Direction.of(unit)) {
      case HIGHER_IS_BETTER -> "Rate";
      case LOWER_IS_BETTER -> "Time";
      case NEUTRAL -> "Score";
    };
  }
}
