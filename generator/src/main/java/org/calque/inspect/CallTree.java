package org.calque.inspect;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import org.calque.report.Cell;
import org.calque.report.Column;
import org.calque.report.Section;
import org.calque.report.Section.Table;
import org.calque.trace.ExecutionTrace;
import org.calque.trace.TraceNode;

/** All calls, each under the one that made it. */
final class CallTree {
  private final ExecutionTrace trace;
  private final Inspected inspected;
  private final int deepest;
  private final int[] inside;

  /** A node at its level. */
  private record Placed(TraceNode node, int level) {}

  private CallTree(Inspected inspected, int deepest) {
    this.inspected = inspected;
    this.trace = inspected.trace();
    this.deepest = deepest;
    inside = new int[trace.size()];
    for (int i = inside.length - 1; i >= 0; i--) {
      int parent = trace.parentIndex(i);
      if (parent >= 0) {
        inside[parent] += inside[i] + 1;
      }
    }
  }

  /**
   * The tree.
   *
   * @param deepest levels below the roots
   */
  static Section of(Inspected inspected, int deepest) {
    CallTree tree = new CallTree(inspected, deepest);
    List<Column> columns = new ArrayList<>();
    columns.add(Column.number("id", "id"));
    columns.add(Column.number("depth", "depth").forData());
    if (inspected.hasTimings()) {
      columns.add(Column.amount("cpu_ns", "CPU time"));
      columns.add(Column.amount("device_ns", "device time"));
    }
    columns.add(Column.text("name", "").forData());
    columns.add(Column.text("operands", "").forData());
    columns.add(Column.amount("inside", "").forData());
    columns.add(Column.text("call", "call").forPages());
    Iterable<List<Cell>> rows = () -> tree.rows();
    return new Table("tree", "Call tree", columns, rows, Table.Extent.ALL_ROWS);
  }

  private Iterator<List<Cell>> rows() {
    Deque<Placed> open = new ArrayDeque<>();
    int[] nextRoot = {0};
    return new Iterator<>() {
      @Override
      public boolean hasNext() {
        while (open.isEmpty() && nextRoot[0] < trace.size()) {
          int i = nextRoot[0]++;
          if (trace.parentIndex(i) < 0) {
            open.push(new Placed(trace.at(i), 0));
          }
        }
        return !open.isEmpty();
      }

      @Override
      public List<Cell> next() {
        if (!hasNext()) {
          throw new NoSuchElementException();
        }
        Placed placed = open.pop();
        if (placed.level() < deepest) {
          List<TraceNode> children = trace.children(placed.node());
          for (int i = children.size() - 1; i >= 0; i--) {
            open.push(new Placed(children.get(i), placed.level() + 1));
          }
        }
        return row(placed);
      }
    };
  }

  private List<Cell> row(Placed placed) {
    TraceNode node = placed.node();
    String operands = ValueText.of(node.inputs());
    boolean closed = placed.level() == deepest && inside[node.index()] > 0;
    List<Cell> row = new ArrayList<>();
    row.add(new Cell.Id(node.id()));
    row.add(new Cell.Id(placed.level()));
    if (inspected.hasTimings()) {
      row.addAll(NodeTimes.cells(inspected, node));
    }
    row.add(new Cell.Name(node.name()));
    row.add(new Cell.Name(operands));
    row.add(new Cell.Count(inside[node.index()]));
    row.add(
        new Cell.Name(
            (closed ? "(+" + inside[node.index()] + " inside) " : "")
                + node.name()
                + (operands.isEmpty() ? "" : "(" + operands + ")"),
            placed.level()));
    return row;
  }
}
