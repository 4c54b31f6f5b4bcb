package org.calque.report;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;

/** Reports as text in aligned columns, at most 100 characters wide. */
public final class TextReport implements ReportWriter {
  private static final int WIDTH = 100;
  private static final int WIDEST_INNER_TEXT = 36;
  private static final int NARROWEST_LAST = 16;
  private static final int DEEPEST_INDENT = 24;

  private final PrintWriter out;
  private final int top;
  private final boolean colour;
  private boolean first = true;

  /**
   * Writes to {@code out}.
   *
   * @param top rows of a table; the others are summed in one line
   * @param colour whether to mark titles for a terminal
   */
  public TextReport(PrintWriter out, int top, boolean colour) {
    this.out = out;
    this.top = top;
    this.colour = colour;
  }

  @Override
  public void write(Report report) {
    if (!first) {
      out.println();
    }
    first = false;
    out.println(styled("1;4", Printable.shortened(Printable.of(report.title()), WIDTH)));
    for (Section section : report.sections()) {
      if (section instanceof Section.Facts facts) {
        title(facts);
        facts(facts);
      } else if (section instanceof Section.Table table && !table.isEmpty()) {
        title(table);
        table(table);
      }
    }
    out.flush();
  }

  private void title(Section section) {
    if (!section.title().isEmpty()) {
      out.println();
      out.println(styled("1", Printable.of(section.title())));
    }
  }

  private void facts(Section.Facts section) {
    List<Section.Fact> facts = section.known();
    int width = 0;
    for (Section.Fact fact : facts) {
      width = Math.max(width, fact.label().length());
    }
    for (Section.Fact fact : facts) {
      String label = "  " + fact.label() + " ".repeat(width - fact.label().length() + 2);
      List<String> lines = wrapped(Quantities.show(fact.value()), WIDTH - label.length());
      for (int i = 0; i < lines.size(); i++) {
        out.println((i == 0 ? label : " ".repeat(label.length())) + lines.get(i));
      }
    }
  }

  private static List<String> wrapped(String text, int width) {
    List<String> lines = new ArrayList<>();
    String rest = text;
    while (rest.length() > width) {
      int space = rest.lastIndexOf(' ', width);
      int end = space > width / 2 ? space : width;
      lines.add(rest.substring(0, end).stripTrailing());
      rest = rest.substring(end).stripLeading();
    }
    lines.add(rest);
    return lines;
  }

  private void table(Section.Table table) {
    List<Integer> columns = new ArrayList<>();
    List<Cell> headers = new ArrayList<>();
    for (int i = 0; i < table.columns().size(); i++) {
      headers.add(new Cell.Words(table.columns().get(i).header()));
      if (table.columns().get(i).isOnPages()) {
        columns.add(i);
      }
    }
    FirstRows rows = FirstRows.of(table, top);
    int[] widths = new int[table.columns().size()];
    widen(widths, columns, headers);
    for (List<Cell> row : rows.shown()) {
      widen(widths, columns, row);
    }
    widen(widths, columns, rows.rest());
    limit(widths, columns, table.columns());
    out.println(styled("2", line(table.columns(), columns, widths, headers)));
    boolean wraps = table.extent() == Section.Table.Extent.EVERYTHING;
    for (List<Cell> row : rows.shown()) {
      if (wraps) {
        wrapped(table.columns(), columns, widths, row).forEach(out::println);
      } else {
        out.println(line(table.columns(), columns, widths, row));
      }
    }
    if (!rows.rest().isEmpty()) {
      out.println(styled("2", line(table.columns(), columns, widths, rows.rest())));
    }
  }

  private static void widen(int[] widths, List<Integer> columns, List<Cell> row) {
    if (!row.isEmpty()) {
      for (int i : columns) {
        widths[i] = Math.max(widths[i], shown(row.get(i)).length());
      }
    }
  }

  /** The last text takes what the other columns leave. */
  private static void limit(int[] widths, List<Integer> shown, List<Column> columns) {
    int last = shown.get(shown.size() - 1);
    int left = WIDTH;
    for (int i : shown) {
      left -= 2;
      if (i != last) {
        if (columns.get(i).kind() == Column.Kind.TEXT) {
          widths[i] = Math.min(widths[i], WIDEST_INNER_TEXT);
        }
        left -= widths[i];
      }
    }
    widths[last] = Math.min(widths[last], Math.max(left, NARROWEST_LAST));
  }

  /** The row, and below it what of its last text does not fit. */
  private static List<String> wrapped(
      List<Column> columns, List<Integer> shown, int[] widths, List<Cell> row) {
    int last = shown.get(shown.size() - 1);
    List<String> parts = wrapped(shown(row.get(last)), widths[last]);
    List<Cell> first = new ArrayList<>(row);
    first.set(last, new Cell.Words(parts.get(0)));
    List<String> lines = new ArrayList<>();
    lines.add(line(columns, shown, widths, first));
    int margin = 0;
    for (int i : shown) {
      margin += i == last ? 2 : widths[i] + 2;
    }
    for (String part : parts.subList(1, parts.size())) {
      lines.add(" ".repeat(margin) + part);
    }
    return lines;
  }

  private static String line(
      List<Column> columns, List<Integer> shown, int[] widths, List<Cell> row) {
    StringBuilder line = new StringBuilder();
    for (int i : shown) {
      String text = Printable.shortened(shown(row.get(i)), widths[i]);
      String padding = " ".repeat(widths[i] - text.length());
      line.append("  ");
      line.append(columns.get(i).kind() == Column.Kind.TEXT ? text + padding : padding + text);
    }
    return line.toString().stripTrailing();
  }

  private static String shown(Cell cell) {
    String text = Quantities.show(cell);
    return cell instanceof Cell.Name name
        ? "  ".repeat(Math.min(name.indent(), DEEPEST_INDENT)) + text
        : text;
  }

  private String styled(String style, String text) {
    return colour ? "\u001b[" + style + "m" + text + "\u001b[0m" : text;
  }

  @Override
  public void close() {
    out.flush();
  }
}
