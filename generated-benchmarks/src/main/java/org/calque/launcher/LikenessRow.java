package org.calque.launcher;

import java.util.Locale;

/**
 * One measure of the original and of its replay.
 *
 * @param measure what it is
 * @param unit unit of the text
 * @param original {@code null} where it was not measured
 * @param replay {@code null} where it cannot be measured
 */
record LikenessRow(String measure, String unit, Double original, Double replay) {
  private static final double MIB = 1 << 20;

  /** A time, as milliseconds. */
  static LikenessRow seconds(String measure, Double original, Double replay) {
    return new LikenessRow(measure, " ms", scaled(original, 1e3), scaled(replay, 1e3));
  }

  /** A size in bytes, as MiB. */
  static LikenessRow mebibytes(String measure, Double original, Double replay) {
    return new LikenessRow(measure, " MiB", scaled(original, 1 / MIB), scaled(replay, 1 / MIB));
  }

  /** A number of events. */
  static LikenessRow count(String measure, Double original, Double replay) {
    return new LikenessRow(measure, "", original, replay);
  }

  private static Double scaled(Double value, double factor) {
    return value == null ? null : value * factor;
  }

  /** The row of a table; {@code -} for what is unknown. */
  String text() {
    boolean comparable = original != null && replay != null && original > 0;
    return String.format(
        Locale.ROOT,
        "%-22s %12s %12s %7s",
        measure,
        text(original),
        text(replay),
        comparable ? String.format(Locale.ROOT, "%.3f", replay / original) : "-");
  }

  private String text(Double value) {
    return value == null ? "-" : String.format(Locale.ROOT, "%,.1f%s", value, unit);
  }
}
