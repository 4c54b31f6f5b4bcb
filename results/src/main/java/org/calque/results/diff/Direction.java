package org.calque.results.diff;

import java.util.regex.Pattern;

/** Which way a metric gets better. The unit decides, not the name. */
public enum Direction {
  /** Work for time, such as {@code ops/s}. */
  HIGHER_IS_BETTER,
  /** Cost for work, such as {@code us/op}, {@code B/op} or {@code J/op}. */
  LOWER_IS_BETTER,
  /** No better side, such as {@code W}, {@code MB/sec} or {@code counts}. */
  NEUTRAL;

  private static final Pattern RATE = Pattern.compile("ops/\\S+");
  private static final Pattern COST = Pattern.compile("\\S+/op");

  /** The direction of a unit as JMH prints it. */
  public static Direction of(String unit) {
    if (RATE.matcher(unit).matches()) {
      return HIGHER_IS_BETTER;
    }
    return COST.matcher(unit).matches() ? LOWER_IS_BETTER : NEUTRAL;
  }
}
