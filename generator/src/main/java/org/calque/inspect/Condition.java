package org.calque.inspect;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.calque.report.Cell;
import org.calque.report.Column;
import org.calque.report.Section;
import org.calque.report.Section.Table;
import org.calque.trace.ExecutionTrace;
import org.calque.trace.Repair;

/** What a reader of the other sections has to know: damage, warnings, what is left out. */
final class Condition {
  private Condition() {}

  static Section repairs(ExecutionTrace trace) {
    List<List<Cell>> rows = new ArrayList<>();
    for (Repair repair : trace.repairs()) {
      rows.add(
          List.of(
              new Cell.Count(repair.count()),
              new Cell.Words(repair.kind().id()),
              new Cell.Words(repair.kind().meaning()),
              new Cell.Name(repair.place())));
    }
    return new Table(
        "repairs",
        "Repaired while reading",
        List.of(
            Column.amount("count", "times"),
            Column.text("kind", "kind").forData(),
            Column.text("meaning", "what"),
            Column.text("place", "first at")),
        rows,
        Table.Extent.ALL_ROWS);
  }

  static Section warnings(ExecutionTrace trace) {
    return new Table(
        "warnings",
        "Warnings",
        List.of(Column.text("warning", "")),
        trace.warnings().stream().map(text -> List.<Cell>of(new Cell.Name(text))).toList(),
        Table.Extent.ALL_ROWS);
  }

  static Section leftOut(OutermostOperators operators) {
    List<List<Cell>> rows = new ArrayList<>();
    add(rows, operators.dataLoader(), "loads data");
    add(rows, operators.ignored(), "marks the profiler's own");
    return new Table(
        "left_out",
        "Operators left out of all tables",
        List.of(
            Column.amount("calls", "calls"),
            Column.text("reason", "because it"),
            Column.text("operator", "operator")),
        rows,
        Table.Extent.FIRST_ROWS);
  }

  private static void add(List<List<Cell>> rows, Map<String, Integer> counts, String reason) {
    counts.entrySet().stream()
        .sorted(
            Map.Entry.<String, Integer>comparingByValue()
                .reversed()
                .thenComparing(Map.Entry.comparingByKey()))
        .forEach(
            entry ->
                rows.add(
                    List.of(
                        new Cell.Count(entry.getValue()),
                        new Cell.Words(reason),
                        new Cell.Name(entry.getKey()))));
  }
}
