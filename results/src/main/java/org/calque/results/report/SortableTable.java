package org.calque.results.report;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/** A table whose columns can be sorted; it reads well without a script, too. */
final class SortableTable {
  /** A longer table is folded; it opens at a touch, and for printing. */
  private static final int UNFOLDED_ROWS = 12;

  /**
   * A cell.
   *
   * @param text what it shows
   * @param key what it is sorted by; the text for null
   * @param style class of the style sheet; null for none
   */
  record Cell(String text, String key, String style) {
    /** Text. */
    static Cell text(String text) {
      return new Cell(text, null, null);
    }

    /** A number in four digits. */
    static Cell number(double x) {
      return new Cell(Figures.value(x), Figures.sortable(x), "number");
    }

    /** A number as it is to be shown. */
    static Cell number(String shown, double x) {
      return new Cell(shown, Figures.sortable(x), "number");
    }

    /** A word with good or bad news. */
    static Cell outlook(String word, String outlook) {
      return new Cell(Outlook.sign(outlook) + word, word, outlook);
    }
  }

  private final String id;
  private final String caption;
  private final List<String> columns;
  private final List<List<Cell>> rows = new ArrayList<>();

  SortableTable(String id, String caption, String... columns) {
    this.id = id;
    this.caption = caption;
    this.columns = List.of(columns);
  }

  /** Adds a row; the first cell is its header. */
  void row(Cell... cells) {
    rows.add(List.of(cells));
  }

  /** Writes it under a line that folds it, as it is at first when it is long. */
  void writeFolding(Html html, String title) {
    html.open("details", "open", rows.size() > UNFOLDED_ROWS ? null : "");
    html.element("summary", title + " (" + Figures.count(rows.size(), "row") + ")");
    write(html);
    html.closeLine();
  }

  /** Writes it in a frame that scrolls by itself, so that the page never scrolls sideways. */
  void write(Html html) {
    html.open("div", "class", "frame", "tabindex", "0", "role", "region", "aria-label", caption);
    html.open("table", "id", id, "class", "sortable");
    html.element("caption", caption);
    int[] shown = IntStream.range(0, columns.size()).filter(this::saysSomething).toArray();
    html.open("thead").open("tr");
    for (int i : shown) {
      boolean number = !rows.isEmpty() && "number".equals(rows.get(0).get(i).style());
      html.open("th", "scope", "col", "class", number ? "number" : null);
      html.element("button", columns.get(i), "type", "button");
      html.close();
    }
    html.close().closeLine();
    html.open("tbody");
    for (List<Cell> row : rows) {
      html.open("tr");
      for (int i : shown) {
        cell(html, row.get(i), i == 0);
      }
      html.closeLine();
    }
    html.close().close().closeLine();
  }

  /** A column in which no row has anything is left out. */
  private boolean saysSomething(int column) {
    return column == 0
        || rows.isEmpty()
        || rows.stream().map(row -> row.get(column).text()).anyMatch(t -> !t.matches("–?"));
  }

  private static void cell(Html html, Cell cell, boolean header) {
    html.open(
        header ? "th" : "td",
        "scope",
        header ? "row" : null,
        "class",
        cell.style(),
        "data-key",
        cell.key());
    html.name(cell.text()).close();
  }
}
