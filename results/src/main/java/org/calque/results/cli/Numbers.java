package org.calque.results.cli;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.Locale;
import org.calque.results.diff.Side;
import org.calque.results.stats.Interval;

/** Numbers as tables show them, the same in every locale. */
final class Numbers {
  private Numbers() {}

  /**
   * Four significant digits, in plain notation where that is short: {@code 47.91}, {@code 1.5e-07}.
   */
  static String value(double x) {
    if (Double.isNaN(x)) {
      return "?";
    }
    if (Double.isInfinite(x)) {
      return x > 0 ? "∞" : "-∞";
    }
    double size = Math.abs(x);
    if (size != 0 && (size < 1e-4 || size >= 1e9)) {
      return String.format(Locale.ROOT, "%.3e", x);
    }
    int exponent = size == 0 ? 0 : (int) Math.floor(Math.log10(size));
    int decimals = Math.max(0, 3 - exponent);
    return String.format(Locale.ROOT, "%." + decimals + "f", x);
  }

  /** As short as it can be: {@code 3}, {@code 0.05}. */
  static String exact(double x) {
    return new BigDecimal(x).round(new MathContext(6)).stripTrailingZeros().toPlainString();
  }

  /** The center and the spread: {@code 47.91 ± 2%}; no spread for a single fork. */
  static String side(Side side) {
    if (side == null) {
      return "-";
    }
    return value(side.center())
        + (Double.isNaN(side.spread()) ? "" : " ± " + percent(side.spread()));
  }

  private static String percent(double part) {
    return Double.isInfinite(part) ? "∞%" : String.format(Locale.ROOT, "%.0f%%", part * 100);
  }

  /** How a ratio differs from 1: {@code +16.3%}; {@code -} where there is none. */
  static String change(double ratio) {
    if (Double.isNaN(ratio)) {
      return "-";
    }
    return Double.isInfinite(ratio)
        ? "+∞%"
        : String.format(Locale.ROOT, "%+.1f%%", (ratio - 1) * 100).replace("-0.0%", "+0.0%");
  }

  /** Such as {@code [+14.5%, +17.4%]}. */
  static String interval(Interval interval) {
    return interval == null
        ? "-"
        : "[" + change(interval.low()) + ", " + change(interval.high()) + "]";
  }

  /** Three decimals; {@code <0.001} below. */
  static String probability(double p) {
    if (Double.isNaN(p)) {
      return "-";
    }
    return p < 0.001 ? "<0.001" : String.format(Locale.ROOT, "%.3f", p);
  }
}
