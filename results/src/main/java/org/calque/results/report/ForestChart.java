package org.calque.results.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.calque.results.Metric;
import org.calque.results.diff.Comparison;
import org.calque.results.diff.Row;

/** The ratios of a comparison around 1. */
final class ForestChart {
  private static final int ROWS = 60;

  private ForestChart() {}

  /** Empty where nothing was measured in both runs. */
  static Optional<Chart> of(Comparison comparison, BenchmarkNames names, String table) {
    List<Row> rows =
        comparison.rows().stream()
            .filter(row -> row.gates() && Double.isFinite(row.ratio()) && row.ratio() > 0)
            .toList();
    if (rows.isEmpty()) {
      return Optional.empty();
    }
    List<Chart.Ratio> ratios = new ArrayList<>();
    for (Row row : rows.subList(0, Math.min(ROWS, rows.size()))) {
      ratios.add(
          new Chart.Ratio(
              names.show(row.key())
                  + (row.metric().equals(Metric.PRIMARY) ? "" : " · " + row.metric()),
              row.ratio(),
              ComparisonSection.low(row),
              ComparisonSection.high(row),
              row.state().label(),
              Outlook.of(row.state())));
    }
    String cut = rows.size() > ROWS ? " The chart has the first " + ROWS + " rows." : "";
    String summary =
        "Head over base for "
            + Figures.count(rows.size(), "row")
            + ": "
            + comparison.counts()
            + ". For times a ratio above 1 is slower, for rates faster."
            + cut;
    return Optional.of(
        new Chart.Forest(
            new Chart.Head("ratios", "Head over base", "ratio", "", summary, table), ratios));
  }
}
