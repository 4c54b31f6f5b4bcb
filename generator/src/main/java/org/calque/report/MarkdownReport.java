package org.calque.report;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** Reports as Markdown with the tables of GitHub. */
public final class MarkdownReport implements ReportWriter {
  private final PrintWriter out;
  private final int top;
  private boolean first = true;

  /**
   * Writes to {@code out}.
   *
   * @param top rows of a table; the others are summed in one line
   */
  public MarkdownReport(PrintWriter out, int top) {
    this.out = out;
    this.top = top;
  }

  @Override
  public void write(Report report) {
    if (!first) {
      out.println();
    }
    first = false;
    out.println("# " + code(report.title()));
    for (Section section : report.sections()) {
      if (section instanceof Section.Facts facts) {
        title(facts);
        out.println("| | |");
        out.println("| :--- | :--- |");
        facts.known().forEach(fact -> out.println(row(List.of(fact.label(), show(fact.value())))));
      } else if (section instanceof Section.Table table && !table.isEmpty()) {
        title(table);
        table(table);
      }
    }
    out.flush();
  }

  private void title(Section section) {
    out.println();
    if (!section.title().isEmpty()) {
      out.println("## " + escaped(Printable.of(section.title())));
      out.println();
    }
  }

  private void table(Section.Table table) {
    List<Column> columns = table.columns().stream().filter(Column::isOnPages).toList();
    out.println(row(columns.stream().map(Column::header).toList()));
    out.println(
        row(
            columns.stream()
                .map(column -> column.kind() == Column.Kind.TEXT ? ":---" : "---:")
                .toList()));
    FirstRows rows = FirstRows.of(table, top);
    for (List<Cell> cells : rows.shown()) {
      out.println(row(table.columns(), cells));
    }
    if (!rows.rest().isEmpty()) {
      out.println(row(table.columns(), rows.rest()));
    }
  }

  private static String row(List<Column> columns, List<Cell> cells) {
    List<String> texts = new ArrayList<>();
    for (int i = 0; i < cells.size(); i++) {
      if (columns.get(i).isOnPages()) {
        texts.add(show(cells.get(i)));
      }
    }
    return row(texts);
  }

  private static String row(List<String> texts) {
    return texts.stream().collect(Collectors.joining(" | ", "| ", " |"));
  }

  private static String show(Cell cell) {
    if (cell instanceof Cell.Name name) {
      return "&nbsp;".repeat(2 * name.indent()) + code(name.text());
    }
    return escaped(Quantities.show(cell));
  }

  private static String code(String text) {
    String printable = Printable.of(text).replace('`', '\'').strip();
    return printable.isEmpty() ? "" : "`" + printable.replace("|", "\\|") + "`";
  }

  private static String escaped(String text) {
    return text.replaceAll("[\\\\|`*_<>\\[\\]#&]", "\\\\$0");
  }

  @Override
  public void close() {
    out.flush();
  }
}
