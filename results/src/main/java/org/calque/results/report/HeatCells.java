package org.calque.results.report;

import java.util.ArrayList;
import java.util.List;

/** The cells of a heat map as they are found, and what they say in words. */
final class HeatCells {
  private final List<Chart.Cell> cells = new ArrayList<>();
  private final List<String> failed = new ArrayList<>();
  private double low = Double.POSITIVE_INFINITY;
  private double high = Double.NEGATIVE_INFINITY;

  /** Adds what was measured. */
  void value(int column, int row, double value) {
    boolean finite = Double.isFinite(value);
    cells.add(new Chart.Cell(column, row, value, finite ? null : "not a number", null));
    low = finite ? Math.min(low, value) : low;
    high = finite ? Math.max(high, value) : high;
  }

  /** Adds a result that did not end well, in words and never as a number. */
  void failure(int column, int row, Result result, String where) {
    cells.add(new Chart.Cell(column, row, Double.NaN, result.mark(), result.entry().cause()));
    failed.add(result.mark() + " at " + where);
  }

  List<Chart.Cell> all() {
    return List.copyOf(cells);
  }

  String summary(String unit) {
    String range =
        low > high
            ? "Nothing was measured."
            : "From "
                + Figures.value(low)
                + " to "
                + Figures.value(high)
                + " "
                + unit
                + "; the stronger the colour, the larger.";
    return range
        + (failed.isEmpty() ? "" : " Without a result: " + String.join("; ", failed) + ".");
  }
}
