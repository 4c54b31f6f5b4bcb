package org.calque.results.report;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.calque.results.Metric;

/** Throughput, and what else has a unit, over each parameter that takes several numbers. */
final class ParameterCharts {
  private final Workload workload;
  private final Runs runs;
  private final String parameter;
  private final List<String> values;

  /** By unit, then by line. */
  private final Map<String, Map<String, List<Chart.Mark>>> lines = new LinkedHashMap<>();

  private ParameterCharts(Workload workload, Runs runs, String parameter) {
    this.workload = workload;
    this.runs = runs;
    this.parameter = parameter;
    this.values = workload.varying().get(parameter);
  }

  static List<Chart> of(Workload workload, Runs runs, String id) {
    List<Chart> all = new ArrayList<>();
    for (String parameter : workload.numeric()) {
      ParameterCharts charts = new ParameterCharts(workload, runs, parameter);
      workload.results().stream()
          .filter(result -> runs.charted(result.run()) && result.ok())
          .forEach(charts::add);
      workload.results().stream()
          .filter(result -> runs.charted(result.run()) && !result.ok())
          .forEach(charts::addFailure);
      charts.lines.forEach(
          (unit, groups) -> {
            if (charts.covered(groups) > 1) {
              all.add(charts.chart(unit, groups, id + "-p" + all.size(), id));
            }
          });
    }
    return all;
  }

  private int covered(Map<String, List<Chart.Mark>> groups) {
    Set<Integer> rows = new TreeSet<>();
    groups.values().forEach(marks -> marks.forEach(mark -> rows.add(mark.row())));
    return rows.size();
  }

  private void add(Result result) {
    for (Metric metric : Metric.of(result.entry())) {
      if (ChartedUnit.charts(metric)) {
        String line = line(result) + (metric.primary() ? "" : " · " + metric.name());
        ItemRate rate = result.rate(metric).orElse(null);
        if (rate != null) {
          mark(rate.unit(), line, result, rate.estimate());
        } else if (!metric.primary() || !hasItems()) {
          mark(metric.unit(), line, result, Estimate.of(metric));
        }
      }
    }
  }

  /** Where items a second are known they are shown, and times are in the other charts. */
  private boolean hasItems() {
    return workload.facts() != null && workload.facts().itemsPerStep() != null;
  }

  private void addFailure(Result result) {
    String line = line(result);
    lines.forEach(
        (unit, groups) -> {
          List<Chart.Mark> marks = groups.get(line);
          if (marks != null) {
            int row = row(result);
            marks.add(new Chart.Mark(row, Double.NaN, Double.NaN, Double.NaN, result.mark()));
          }
        });
  }

  private String line(Result result) {
    String run = runs.count() == 1 ? "" : runs.label(result.run()) + " · ";
    return run + workload.label(result, parameter);
  }

  private int row(Result result) {
    return values.indexOf(result.settings().get(parameter));
  }

  private void mark(String unit, String line, Result result, Estimate estimate) {
    if (result.settings().containsKey(parameter) && Double.isFinite(estimate.value())) {
      lines
          .computeIfAbsent(unit, unused -> new LinkedHashMap<>())
          .computeIfAbsent(line, unused -> new ArrayList<>())
          .add(
              new Chart.Mark(row(result), estimate.value(), estimate.low(), estimate.high(), null));
    }
  }

  private Chart chart(String unit, Map<String, List<Chart.Mark>> groups, String id, String table) {
    boolean items = unit.endsWith("/s") && !unit.startsWith("ops/");
    Chart.Head head =
        new Chart.Head(
            id,
            (items ? "Throughput" : ChartedUnit.quantity(unit)) + " over " + parameter,
            unit,
            items ? "higher is better" : ChartedUnit.better(unit),
            runs.leftOut(),
            table);
    return LineChart.of(head, parameter, values, groups);
  }
}
