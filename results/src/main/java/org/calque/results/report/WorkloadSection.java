package org.calque.results.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.calque.results.Coverage;
import org.calque.results.Metric;
import org.calque.results.WorkloadFacts;
import org.calque.results.report.SortableTable.Cell;

/** One workload: its charts, then every number. */
final class WorkloadSection {
  private WorkloadSection() {}

  /** Writes the section and adds its charts. */
  static void write(Html html, Workload workload, Runs runs, String id, List<Chart> charts) {
    html.open("section", "id", id, "class", "workload", "aria-labelledby", id + "-title");
    html.open("h3", "id", id + "-title").name(workload.name()).close();
    html.open("p", "class", "note").name(about(workload)).closeLine();
    String table = id + "-table";
    List<Chart> own = new ArrayList<>(IntervalCharts.of(workload, runs, table));
    own.addAll(ParameterCharts.of(workload, runs, table));
    own.addAll(HeatMaps.of(workload, runs, table));
    OperatorChart.of(workload.facts(), id + "-o", table).ifPresent(own::add);
    String windows = id + "-windows";
    own.addAll(PowerCharts.of(workload, runs, windows));
    html.open("div", "class", "charts");
    own.forEach(chart -> Figure.write(html, chart, "h4"));
    html.closeLine();
    charts.addAll(own);
    table(html, workload, runs, table);
    PowerWindows.write(html, workload, runs, windows);
    html.closeLine();
  }

  private static String about(Workload workload) {
    List<String> parts = new ArrayList<>();
    WorkloadFacts facts = workload.facts();
    if (facts != null) {
      if (facts.itemsPerStep() != null) {
        parts.add(Facts.items(facts));
      }
      parts.add(Figures.count(facts.operatorCount(), "operator"));
      Coverage coverage = facts.coverage();
      if (coverage != null) {
        parts.add("on " + Facts.known(coverage.device()));
        parts.add(coverage.share(coverage.exact()) + " exact");
        if (coverage.partial()) {
          parts.add("PARTIAL, without " + coverage.share(coverage.impossible()));
        }
      }
    }
    if (!workload.common().isEmpty()) {
      parts.add("all with " + workload.common());
    }
    return String.join("; ", parts);
  }

  private static void table(Html html, Workload workload, Runs runs, String id) {
    SortableTable table =
        new SortableTable(
            id,
            "Every number of " + workload.name(),
            "Benchmark",
            "Run",
            "Metric",
            "Score",
            "95 % low",
            "95 % high",
            "Unit",
            "Forks",
            "Iterations",
            "Items a second",
            "Mode",
            "Parameters",
            "Status");
    workload.results().forEach(result -> rows(table, workload, result, runs));
    table.writeFolding(html, "Numbers");
  }

  private static void rows(SortableTable table, Workload workload, Result result, Runs runs) {
    if (!result.ok()) {
      row(
          table,
          workload,
          result,
          runs,
          "score",
          "",
          Estimate.NONE,
          Optional.empty(),
          result.entry().outcome());
    }
    for (Metric metric : Metric.of(result.entry())) {
      row(
          table,
          workload,
          result,
          runs,
          metric.primary() ? "score" : metric.name(),
          metric.unit(),
          Estimate.of(metric),
          result.rate(metric),
          "ok");
    }
  }

  private static void row(
      SortableTable table,
      Workload workload,
      Result result,
      Runs runs,
      String metric,
      String unit,
      Estimate estimate,
      Optional<ItemRate> rate,
      String status) {
    double none = Double.NaN;
    table.row(
        Cell.text(result.method()),
        new Cell(runs.label(result.run()), Integer.toString(result.run()), null),
        Cell.text(metric),
        Cell.number(estimate.value()),
        Cell.number(estimate.low()),
        Cell.number(estimate.high()),
        Cell.text(unit),
        count(estimate.forks()),
        count(estimate.iterations()),
        Cell.number(rate.map(each -> each.estimate().value()).orElse(none)),
        Cell.text(result.entry().mode()),
        Cell.text(workload.settings(result, "mode")),
        status.equals("ok") ? Cell.text(status) : Cell.outlook(status, "worse"));
  }

  private static Cell count(int n) {
    return Cell.number(Integer.toString(n), n);
  }
}
