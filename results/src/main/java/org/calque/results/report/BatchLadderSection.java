package org.calque.results.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.calque.results.WorkloadSetup;
import org.calque.results.report.SortableTable.Cell;

/** One ladder of batch sizes: its charts, then every number and every failure. */
final class BatchLadderSection {
  private BatchLadderSection() {}

  /** Writes the section and adds its charts. */
  static void write(Html html, BatchLadder ladder, Runs runs, String id, List<Chart> charts) {
    html.open("section", "id", id, "class", "workload", "aria-labelledby", id + "-title");
    html.open("h3", "id", id + "-title").name(ladder.series()).close();
    html.open("p", "class", "note").name(about(ladder.first().facts().setup())).closeLine();
    String table = id + "-table";
    List<Chart> own = BatchLadderCharts.of(ladder, runs, table);
    html.open("div", "class", "charts");
    own.forEach(chart -> Figure.write(html, chart, "h4"));
    html.closeLine();
    charts.addAll(own);
    table(ladder, table).writeFolding(html, "Numbers");
    html.closeLine();
  }

  private static String about(WorkloadSetup setup) {
    List<String> parts = new ArrayList<>();
    WorkloadSetup.Caraml caraml = setup.caraml();
    if (caraml != null) {
      parts.add(Optional.ofNullable(caraml.model()).orElse(""));
      parts.add(Optional.ofNullable(caraml.modelSize()).orElse(""));
      parts.add(Optional.ofNullable(caraml.share()).orElse(""));
    }
    parts.add("whole steps, in which the batch size alone differs along a line");
    parts.removeIf(String::isEmpty);
    return String.join("; ", parts);
  }

  private static SortableTable table(BatchLadder ladder, String id) {
    SortableTable table =
        new SortableTable(
            id,
            "Every number of " + ladder.series(),
            "System",
            "Batch size",
            "Quantity",
            "Value",
            "95 % low",
            "95 % high",
            "Unit",
            "Forks",
            "Status",
            "Cause");
    List<LadderQuantity> quantities = LadderQuantity.of(ladder);
    ladder
        .lines()
        .forEach(
            (line, rungs) ->
                ladder.batches().forEach(batch -> rows(table, line, batch, rungs, quantities)));
    return table;
  }

  private static void rows(
      SortableTable table,
      String line,
      Long batch,
      Map<Long, Result> rungs,
      List<LadderQuantity> quantities) {
    LadderQuantity throughput = quantities.get(0);
    Result result = rungs.get(batch);
    if (result == null) {
      row(table, line, batch, throughput, Estimate.NONE, Cell.text("not run"), null);
    } else if (!result.ok()) {
      Cell status = Cell.outlook(result.status(), "worse");
      row(table, line, batch, throughput, Estimate.NONE, status, result.entry().cause());
    } else {
      for (LadderQuantity quantity : quantities) {
        Estimate found = quantity.of().apply(result).orElse(Estimate.NONE);
        if (!Double.isNaN(found.value()) || quantity == throughput) {
          row(table, line, batch, quantity, found, Cell.text("ok"), null);
        }
      }
    }
  }

  private static void row(
      SortableTable table,
      String line,
      Long batch,
      LadderQuantity quantity,
      Estimate estimate,
      Cell status,
      String cause) {
    table.row(
        Cell.text(line),
        Cell.number(batch.toString(), batch),
        Cell.text(quantity.name()),
        Cell.number(estimate.value()),
        Cell.number(estimate.low()),
        Cell.number(estimate.high()),
        Cell.text(quantity.unit()),
        Cell.number(
            estimate.forks() == 0 ? "–" : Integer.toString(estimate.forks()), estimate.forks()),
        status,
        Cell.text(cause == null ? "" : cause));
  }
}
