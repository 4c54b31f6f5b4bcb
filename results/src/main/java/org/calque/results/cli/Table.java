package org.calque.results.cli;

import java.util.ArrayList;
import java.util.List;

/** Rows of text in aligned columns, two spaces apart. */
final class Table {
  /** Which side of a column its texts keep to. */
  enum Align {
    LEFT,
    RIGHT
  }

  private final Glyphs glyphs;
  private final List<Align> columns;
  private final List<List<String>> rows = new ArrayList<>();

  Table(Glyphs glyphs, Align... columns) {
    this.glyphs = glyphs;
    this.columns = List.of(columns);
  }

  /** Adds a row; cells that are not given are empty. */
  void row(String... cells) {
    List<String> row = new ArrayList<>();
    for (int i = 0; i < columns.size(); i++) {
      row.add(i < cells.length ? glyphs.show(cells[i]) : "");
    }
    rows.add(row);
  }

  /** The lines, without spaces at their ends. */
  List<String> lines() {
    int[] widths = new int[columns.size()];
    for (List<String> row : rows) {
      for (int i = 0; i < widths.length; i++) {
        widths[i] = Math.max(widths[i], row.get(i).length());
      }
    }
    List<String> lines = new ArrayList<>();
    for (List<String> row : rows) {
      StringBuilder line = new StringBuilder();
      for (int i = 0; i < widths.length; i++) {
        String padding = " ".repeat(widths[i] - row.get(i).length());
        boolean left = columns.get(i) == Align.LEFT;
        line.append(i == 0 ? "" : "  ");
        line.append(left ? row.get(i) + padding : padding + row.get(i));
      }
      lines.add(line.toString().stripTrailing());
    }
    return lines;
  }
}
