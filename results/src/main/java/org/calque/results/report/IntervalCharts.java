package org.calque.results.report;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.calque.results.Metric;

/** One chart for each unit of a workload: its methods, with what varies, as rows. */
final class IntervalCharts {
  /** As many rows as can be looked over; the table has all. */
  private static final int ROWS = 40;

  private final Workload workload;
  private final Runs runs;
  private final Map<String, Map<String, Integer>> rowsOfUnits = new LinkedHashMap<>();
  private final Map<String, Map<Integer, List<Chart.Mark>>> marksOfUnits = new LinkedHashMap<>();

  private IntervalCharts(Workload workload, Runs runs) {
    this.workload = workload;
    this.runs = runs;
  }

  static List<Chart> of(Workload workload, Runs runs, String id) {
    IntervalCharts charts = new IntervalCharts(workload, runs);
    workload.results().stream().filter(result -> runs.charted(result.run())).forEach(charts::add);
    List<Chart> all = new ArrayList<>();
    charts.rowsOfUnits.forEach(
        (unit, rows) -> all.add(charts.chart(unit, rows, id + "-" + all.size(), id)));
    return all;
  }

  private void add(Result result) {
    if (!result.ok()) {
      addFailure(result);
    }
    for (Metric metric : Metric.of(result.entry())) {
      if (ChartedUnit.charts(metric)) {
        String row = workload.label(result) + (metric.primary() ? "" : " · " + metric.name());
        Estimate estimate = Estimate.of(metric);
        String text = Double.isFinite(estimate.value()) ? null : "not a number";
        mark(metric.unit(), row, result.run(), estimate, text);
      }
    }
  }

  /** A failure has no unit; it stands where the method's other results do, else any. */
  private void addFailure(Result failure) {
    workload.results().stream()
        .filter(Result::ok)
        .sorted(Comparator.comparing(result -> !result.method().equals(failure.method())))
        .map(result -> Metric.of(result.entry()).get(0).unit())
        .findFirst()
        .ifPresent(
            unit ->
                mark(unit, workload.label(failure), failure.run(), Estimate.NONE, failure.mark()));
  }

  private void mark(String unit, String row, int run, Estimate estimate, String text) {
    Map<String, Integer> rows = rowsOfUnits.computeIfAbsent(unit, x -> new LinkedHashMap<>());
    int number = rows.computeIfAbsent(row, x -> rows.size());
    marksOfUnits
        .computeIfAbsent(unit, x -> new LinkedHashMap<>())
        .computeIfAbsent(run, x -> new ArrayList<>())
        .add(new Chart.Mark(number, estimate.value(), estimate.low(), estimate.high(), text));
  }

  private Chart chart(String unit, Map<String, Integer> rows, String id, String table) {
    List<String> labels = List.copyOf(rows.keySet());
    List<Chart.Group> groups =
        marksOfUnits.get(unit).entrySet().stream()
            .sorted(Map.Entry.comparingByKey())
            .map(e -> new Chart.Group(runs.label(e.getKey()), shown(e.getValue())))
            .toList();
    int shown = Math.min(ROWS, labels.size());
    String cut = shown < labels.size() ? " The chart has the first " + shown + " rows." : "";
    return new Chart.Intervals(
        new Chart.Head(
            id,
            ChartedUnit.quantity(unit) + " by benchmark",
            unit,
            ChartedUnit.better(unit),
            summary(unit, labels, groups) + cut + runs.leftOut(),
            table),
        labels.subList(0, shown),
        groups);
  }

  private static List<Chart.Mark> shown(List<Chart.Mark> marks) {
    return marks.stream().filter(mark -> mark.row() < ROWS).toList();
  }

  private static String summary(String unit, List<String> rows, List<Chart.Group> groups) {
    List<Chart.Mark> last = groups.get(groups.size() - 1).marks();
    List<Chart.Mark> good = last.stream().filter(mark -> mark.text() == null).toList();
    String failed =
        last.size() == good.size()
            ? ""
            : "; without a result: " + (last.size() - good.size()) + " of " + last.size();
    String values =
        IntStream.range(0, Math.min(4, good.size()))
            .mapToObj(i -> rows.get(good.get(i).row()) + ": " + Figures.value(good.get(i).value()))
            .collect(Collectors.joining("; "));
    String more = good.size() > 4 ? "; and " + (good.size() - 4) + " more" : "";
    String of = groups.size() > 1 ? " in " + groups.get(groups.size() - 1).name() : "";
    return "In " + unit + of + " – " + values + more + failed + ".";
  }
}
