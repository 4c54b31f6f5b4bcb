package org.calque.results.report;

import java.util.ArrayList;
import java.util.List;
import org.calque.results.Metric;
import org.calque.results.diff.Comparison;
import org.calque.results.diff.Row;
import org.calque.results.diff.Side;
import org.calque.results.report.SortableTable.Cell;

/** What changed from one run to another: the ratios around 1, and each row. */
final class ComparisonSection {
  private static final String TABLE = "comparison-table";

  private ComparisonSection() {}

  /** Writes the section and adds its chart. */
  static void write(Html html, Comparison comparison, List<Chart> charts) {
    BenchmarkNames names = BenchmarkNames.of(comparison.rows().stream().map(Row::key).toList());
    html.open("section", "id", "comparison", "aria-labelledby", "comparison-title");
    html.element("h2", "Base and head", "id", "comparison-title");
    html.element("p", rules(comparison) + names.describeCommon(), "class", "note");
    ForestChart.of(comparison, names, TABLE)
        .ifPresent(
            chart -> {
              charts.add(chart);
              Figure.write(html, chart, "h3");
            });
    table(comparison, names).write(html);
    if (!comparison.notComparable().isEmpty()) {
      html.element("h3", "Not comparable, base and head");
      html.open("ul");
      comparison
          .notComparable()
          .forEach(each -> html.open("li").name(each.what()).text(": ").name(each.why()).close());
      html.closeLine();
    }
    html.closeLine();
  }

  private static String rules(Comparison comparison) {
    return "A change counts from "
        + Figures.exact(comparison.criteria().threshold() * 100)
        + " % and p ≤ "
        + Figures.exact(comparison.criteria().alpha())
        + " (Mann-Whitney U over fork means, corrected for the number of rows), where the 95 %"
        + " interval of the ratio agrees. Base and head are means of the forks; rows in brackets do"
        + " not decide.";
  }

  private static SortableTable table(Comparison comparison, BenchmarkNames names) {
    SortableTable table =
        new SortableTable(
            TABLE,
            "Each metric in base and head",
            "Benchmark",
            "Metric",
            "Base",
            "Head",
            "Unit",
            "Ratio",
            "From",
            "To",
            "p",
            "Forks",
            "State",
            "Note");
    List<Row> rows = new ArrayList<>(comparison.rows());
    rows.addAll(comparison.rulers());
    for (Row row : rows) {
      String state = row.gates() ? row.state().label() : "(" + row.state().label() + ")";
      table.row(
          Cell.text(names.show(row.key())),
          Cell.text(row.metric().equals(Metric.PRIMARY) ? "score" : row.metric()),
          Cell.number(center(row.base())),
          Cell.number(center(row.head())),
          Cell.text(row.unit()),
          Cell.number(Figures.ratio(row.ratio()), row.ratio()),
          ratio(low(row)),
          ratio(high(row)),
          Cell.number(Figures.probability(row.p()), row.p()),
          Cell.text(row.forks()),
          Cell.outlook(state, row.gates() ? Outlook.of(row.state()) : "neutral"),
          Cell.text(row.note()));
    }
    return table;
  }

  private static Cell ratio(double x) {
    return Cell.number(Figures.ratio(x), x);
  }

  /** What the ratio is at least; NaN where that is not known. */
  static double low(Row row) {
    return row.interval() == null ? Double.NaN : row.interval().low();
  }

  /** What the ratio is at most; NaN where that is not known. */
  static double high(Row row) {
    return row.interval() == null ? Double.NaN : row.interval().high();
  }

  private static double center(Side side) {
    return side == null ? Double.NaN : side.center();
  }
}
