package org.calque.results.report;

import java.util.Locale;
import org.calque.results.format.Numbers;

/** Numbers as the page shows them, the same in every locale. */
final class Figures {
  private Figures() {}

  /** Four significant digits: {@code 47.91}, {@code 1.500e-07}; {@code –} for no number. */
  static String value(double x) {
    return Double.isNaN(x) ? "–" : Numbers.value(x).replaceFirst("^-", "−");
  }

  /** As short as it can be: {@code 3}, {@code 0.05}. */
  static String exact(double x) {
    return Numbers.exact(x);
  }

  /** Three decimals; {@code –} for no number. */
  static String ratio(double x) {
    return Double.isNaN(x)
        ? "–"
        : Double.isInfinite(x) ? "∞" : String.format(Locale.ROOT, "%.3f", x);
  }

  /** Three decimals; {@code <0.001} below. */
  static String probability(double p) {
    return Double.isNaN(p) ? "–" : Numbers.probability(p);
  }

  /** {@code 31.3 GiB}. */
  static String gibibytes(long bytes) {
    return String.format(Locale.ROOT, "%.1f GiB", bytes / 0x1p30);
  }

  /** A number for a script that sorts; empty for none. */
  static String sortable(double x) {
    return Double.isNaN(x) ? "" : Double.toString(x);
  }

  /** {@code 1 run}, {@code 2 runs}. */
  static String count(long n, String what) {
    return n + " " + what + (n == 1 ? "" : "s");
  }
}
