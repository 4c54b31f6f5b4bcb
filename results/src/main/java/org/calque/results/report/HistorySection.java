package org.calque.results.report;

import java.util.List;
import java.util.stream.Collectors;
import org.calque.results.Metric;
import org.calque.results.history.History;
import org.calque.results.history.Series;
import org.calque.results.report.SortableTable.Cell;

/** How each benchmark fared over the runs: lines of those that moved, and of some others. */
final class HistorySection {
  private static final int CHARTS = 24;
  private static final String TABLE = "history-table";

  private HistorySection() {}

  /** Writes the section and adds its charts. */
  static void write(Html html, History history, List<Chart> charts) {
    BenchmarkNames names =
        BenchmarkNames.of(history.series().stream().map(one -> one.key().benchmark()).toList());
    html.open("section", "id", "history", "aria-labelledby", "history-title");
    html.element("h2", "History", "id", "history-title");
    html.element("p", rules(history) + names.describeCommon(), "class", "note");
    html.open("div", "class", "charts");
    int shown = 0;
    for (Series series : history.series()) {
      boolean charted = series.key().primary() || !series.shifts().isEmpty();
      if (charted && series.measured() > 0 && shown < CHARTS) {
        Chart chart = TimelineChart.of(series, name(series, names), "h" + shown, TABLE);
        charts.add(chart);
        Figure.write(html, chart, "h3");
        shown++;
      }
    }
    html.closeLine();
    table(history, names).write(html);
    html.closeLine();
  }

  private static String rules(History history) {
    int tooShort = history.tooShort().size();
    return "Points are medians of fork means. A move counts from 3 % of the median and p ≤ 0.01"
        + " for each series (e-divisive); it takes "
        + history.pointsNeeded()
        + " results to show"
        + (tooShort == 0
            ? "."
            : ", and "
                + tooShort
                + " of "
                + Figures.count(history.series().size(), "line")
                    .replace("lines", "series")
                    .replace("line", "series")
                + " have fewer.")
        + (history.rulers() == 0 ? "" : " " + history.rulers() + " series of rulers are left out.")
        + " The charts show those that moved first, "
        + CHARTS
        + " at most; the table has all.";
  }

  private static String name(Series series, BenchmarkNames names) {
    String benchmark = names.show(series.key().benchmark());
    return series.key().primary() ? benchmark : benchmark + " · " + series.key().metric();
  }

  private static SortableTable table(History history, BenchmarkNames names) {
    SortableTable table =
        new SortableTable(
            TABLE,
            "Each series",
            "Benchmark",
            "Metric",
            "Results",
            "Without",
            "Last",
            "Unit",
            "Moves");
    for (Series series : history.series()) {
      int without = series.points().size() - series.measured();
      table.row(
          Cell.text(names.show(series.key().benchmark())),
          Cell.text(series.key().metric().equals(Metric.PRIMARY) ? "score" : series.key().metric()),
          Cell.number(Integer.toString(series.measured()), series.measured()),
          Cell.number(Integer.toString(without), without),
          Cell.number(series.last()),
          Cell.text(series.key().unit()),
          moves(series));
    }
    return table;
  }

  private static Cell moves(Series series) {
    String text =
        series.shifts().stream()
            .map(
                shift ->
                    shift.verdict(series.key())
                        + " from "
                        + shift.first().run()
                        + ": "
                        + Figures.value(shift.from())
                        + " → "
                        + Figures.value(shift.to())
                        + ", ×"
                        + Figures.ratio(shift.ratio())
                        + ", p "
                        + Figures.probability(shift.p()))
            .collect(Collectors.joining("; "));
    if (text.isEmpty()) {
      return Cell.text("none");
    }
    String last = series.shifts().get(series.shifts().size() - 1).verdict(series.key());
    String outlook = last.equals("moved") ? "neutral" : last;
    return new Cell(Outlook.sign(outlook) + text, text, outlook);
  }
}
