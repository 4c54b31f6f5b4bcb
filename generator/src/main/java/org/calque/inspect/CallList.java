package org.calque.inspect;

import java.util.ArrayList;
import java.util.List;
import org.calque.report.Cell;
import org.calque.report.Column;
import org.calque.report.Section;
import org.calque.report.Section.Table;
import org.calque.trace.TraceNode;

/** Every outermost operator call, in execution order. */
final class CallList {
  private CallList() {}

  static Section of(Inspected inspected) {
    List<Column> columns = new ArrayList<>();
    columns.add(Column.number("id", "id"));
    columns.add(Column.number("thread", "thread"));
    if (inspected.hasTimings()) {
      columns.add(Column.amount("cpu_ns", "CPU time"));
      columns.add(Column.amount("device_ns", "device time"));
    }
    columns.add(Column.text("operator", "").forData());
    columns.add(Column.text("operands", "").forData());
    columns.add(Column.text("results", "").forData());
    columns.add(Column.text("call", "call").forPages());
    List<TraceNode> nodes = inspected.operators().nodes();
    Iterable<List<Cell>> rows = () -> nodes.stream().map(n -> row(inspected, n)).iterator();
    return new Table("calls", "Outermost operator calls", columns, rows, Table.Extent.ALL_ROWS);
  }

  private static List<Cell> row(Inspected inspected, TraceNode node) {
    String operands = ValueText.of(node.inputs());
    String results = ValueText.of(node.outputs());
    List<Cell> row = new ArrayList<>();
    row.add(new Cell.Id(node.id()));
    row.add(new Cell.Id(node.thread()));
    if (inspected.hasTimings()) {
      row.addAll(NodeTimes.cells(inspected, node));
    }
    row.add(new Cell.Name(node.operator()));
    row.add(new Cell.Name(operands));
    row.add(new Cell.Name(results));
    row.add(new Cell.Name(node.operator() + "(" + operands + ") -> " + results));
    return row;
  }
}
