package org.calque.results.report;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.calque.results.Metric;

/** Each method of a workload over two parameters that vary, of the last run that has them. */
final class HeatMaps {
  /** One for each method and value of further parameters, up to so many. */
  private static final int MAPS = 4;

  private final Workload workload;
  private final String columns;
  private final String rows;

  private HeatMaps(Workload workload, String columns, String rows) {
    this.workload = workload;
    this.columns = columns;
    this.rows = rows;
  }

  static List<Chart> of(Workload workload, Runs runs, String id) {
    List<String> parameters =
        workload.varying().keySet().stream().filter(name -> !name.equals("mode")).toList();
    if (parameters.size() < 2) {
      return List.of();
    }
    // Numbers run from left to right.
    List<String> numeric = workload.numeric();
    String columns = numeric.isEmpty() ? parameters.get(0) : numeric.get(numeric.size() - 1);
    String rows = parameters.stream().filter(name -> !name.equals(columns)).findFirst().get();
    return new HeatMaps(workload, columns, rows).charts(runs, id);
  }

  private List<Chart> charts(Runs runs, String id) {
    int last = workload.results().stream().mapToInt(Result::run).max().orElse(0);
    Map<String, List<Result>> maps = new LinkedHashMap<>();
    for (Result result : workload.results()) {
      Map<String, String> settings = result.settings();
      if (result.run() == last && settings.containsKey(columns) && settings.containsKey(rows)) {
        maps.computeIfAbsent(workload.label(result, columns, rows), x -> new ArrayList<>())
            .add(result);
      }
    }
    boolean hasSteps =
        maps.values().stream().anyMatch(all -> all.get(0).method().equals(ItemRate.STEP));
    List<Chart> charts = new ArrayList<>();
    maps.forEach(
        (label, results) -> {
          boolean wanted = !hasSteps || results.get(0).method().equals(ItemRate.STEP);
          if (wanted && charts.size() < MAPS && results.stream().anyMatch(Result::ok)) {
            String of = runs.count() == 1 ? "" : " in " + runs.label(last);
            charts.add(chart(label + of, results, id + "-m" + charts.size(), id));
          }
        });
    return charts;
  }

  private Chart chart(String label, List<Result> results, String id, String table) {
    List<String> columnValues = workload.varying().get(columns);
    List<String> rowValues = workload.varying().get(rows);
    HeatCells cells = new HeatCells();
    String unit = "";
    String better = "";
    for (Result result : results) {
      int column = columnValues.indexOf(result.settings().get(columns));
      int row = rowValues.indexOf(result.settings().get(rows));
      if (!result.ok()) {
        cells.failure(column, row, result, workload.settings(result));
        continue;
      }
      Metric metric = Metric.of(result.entry()).get(0);
      ItemRate rate = result.rate(metric).orElse(null);
      double value = rate == null ? metric.score() : rate.estimate().value();
      unit = rate == null ? metric.unit() : rate.unit();
      better = rate == null ? ChartedUnit.better(unit, metric.name()) : "higher is better";
      cells.value(column, row, value);
    }
    String title = label + ", " + rows + " by " + columns;
    return new Chart.HeatMap(
        new Chart.Head(id, title, unit, better, cells.summary(unit), table),
        columns,
        columnValues,
        rows,
        rowValues,
        cells.all());
  }
}
