package org.calque.report;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;

/**
 * The rows of a table that a page shows, and the sum of the others.
 *
 * @param rest one value for each column; empty if every row is shown
 */
record FirstRows(Iterable<List<Cell>> shown, List<Cell> rest) {

  static FirstRows of(Section.Table table, int top) {
    if (table.extent() != Section.Table.Extent.FIRST_ROWS) {
      return new FirstRows(table.rows(), List.of());
    }
    List<List<Cell>> shown = new ArrayList<>();
    Iterator<List<Cell>> rows = table.rows().iterator();
    while (rows.hasNext() && shown.size() < top) {
      shown.add(rows.next());
    }
    return new FirstRows(shown, rows.hasNext() ? sum(table, rows) : List.of());
  }

  private static List<Cell> sum(Section.Table table, Iterator<List<Cell>> rows) {
    List<Cell> sum = new ArrayList<>(Collections.nCopies(table.columns().size(), Cell.UNKNOWN));
    long count = 0;
    while (rows.hasNext()) {
      List<Cell> row = rows.next();
      count++;
      for (int i = 0; i < sum.size(); i++) {
        if (table.columns().get(i).kind() == Column.Kind.AMOUNT) {
          sum.set(i, Cell.sum(sum.get(i), row.get(i)));
        }
      }
    }
    int label = lastText(table.columns());
    if (label >= 0) {
      sum.set(label, new Cell.Words("(" + Quantities.show(new Cell.Count(count)) + " more)"));
    }
    return sum;
  }

  private static int lastText(List<Column> columns) {
    for (int i = columns.size() - 1; i >= 0; i--) {
      if (columns.get(i).kind() == Column.Kind.TEXT && columns.get(i).isOnPages()) {
        return i;
      }
    }
    return -1;
  }
}
