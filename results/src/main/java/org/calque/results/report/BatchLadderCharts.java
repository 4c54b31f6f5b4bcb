package org.calque.results.report;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A ladder over its batch sizes: lines of throughput, and of energy and efficiency by sensor, and
 * the heat map of CARAML. What failed is a word and never a number.
 */
final class BatchLadderCharts {
  private static final String BATCH = "batch size";

  /** Throughput, and energy and efficiency of six sensors: a node has many, the table has all. */
  private static final int QUANTITIES = 13;

  private final BatchLadder ladder;
  private final Runs runs;
  private final String table;
  private final List<String> batches;
  private final List<Chart> charts = new ArrayList<>();

  private BatchLadderCharts(BatchLadder ladder, Runs runs, String table) {
    this.ladder = ladder;
    this.runs = runs;
    this.table = table;
    this.batches = ladder.batches().stream().map(String::valueOf).toList();
  }

  /** The charts of the runs that are charted, whose numbers are in the table of that id. */
  static List<Chart> of(BatchLadder ladder, Runs runs, String table) {
    BatchLadder charted = ladder.charted(runs);
    if (charted.lines().isEmpty()) {
      return List.of();
    }
    BatchLadderCharts all = new BatchLadderCharts(charted, runs, table);
    List<LadderQuantity> quantities = LadderQuantity.of(charted);
    all.heatMap(quantities.get(0));
    quantities.stream().limit(QUANTITIES).forEach(all::lines);
    return all.charts;
  }

  private void lines(LadderQuantity quantity) {
    Map<String, List<Chart.Mark>> marks = new LinkedHashMap<>();
    ladder
        .lines()
        .forEach(
            (line, rungs) -> {
              if (rungs.values().stream().anyMatch(rung -> quantity.of().apply(rung).isPresent())) {
                marks.put(line, marks(rungs, quantity));
              }
            });
    if (!marks.isEmpty()) {
      String title = quantity.name() + " over batch size";
      charts.add(LineChart.of(head(title, quantity.unit(), runs.leftOut()), BATCH, batches, marks));
    }
  }

  private List<Chart.Mark> marks(Map<Long, Result> rungs, LadderQuantity quantity) {
    List<Chart.Mark> marks = new ArrayList<>();
    rungs.forEach(
        (batch, result) -> {
          int row = ladder.batches().indexOf(batch);
          if (result.ok()) {
            quantity
                .of()
                .apply(result)
                .ifPresent(x -> marks.add(new Chart.Mark(row, x.value(), x.low(), x.high(), null)));
          } else {
            double none = Double.NaN;
            marks.add(new Chart.Mark(row, none, none, none, result.mark()));
          }
        });
    return marks;
  }

  private void heatMap(LadderQuantity throughput) {
    List<String> systems = List.copyOf(ladder.lines().keySet());
    HeatCells cells = new HeatCells();
    for (int row = 0; row < systems.size(); row++) {
      for (Map.Entry<Long, Result> rung : ladder.lines().get(systems.get(row)).entrySet()) {
        int column = ladder.batches().indexOf(rung.getKey());
        Result result = rung.getValue();
        if (result.ok()) {
          cells.value(
              column, row, throughput.of().apply(result).map(Estimate::value).orElse(Double.NaN));
        } else {
          cells.failure(column, row, result, systems.get(row) + ", " + rung.getKey());
        }
      }
    }
    String unit = throughput.unit();
    charts.add(
        new Chart.HeatMap(
            head("Throughput by system and batch size", unit, cells.summary(unit) + runs.leftOut()),
            BATCH,
            batches,
            "system",
            systems,
            cells.all()));
  }

  private Chart.Head head(String title, String unit, String summary) {
    String id = table + "-" + charts.size();
    return new Chart.Head(id, title, unit, ChartedUnit.better(unit), summary, table);
  }
}
