package org.calque.results.format;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.calque.results.diff.Comparison;
import org.calque.results.diff.NotComparable;
import org.calque.results.diff.Row;
import org.calque.results.diff.Side;

/**
 * Rows as CSV after RFC 4180: a header, lines that end with CR LF, fields in quotes where they need
 * them. A number that is not known is an empty field. Texts that a spreadsheet would take for a
 * formula begin with an apostrophe.
 */
final class CsvFormat implements ComparisonFormat {
  private static final List<String> HEADER =
      List.of(
          "benchmark",
          "mode",
          "threads",
          "params",
          "metric",
          "unit",
          "base",
          "base_spread",
          "base_forks",
          "head",
          "head_spread",
          "head_forks",
          "ratio",
          "ratio_low",
          "ratio_high",
          "p",
          "state",
          "decides",
          "note");

  @Override
  public void write(Comparison comparison, Appendable out) throws IOException {
    line(HEADER, out);
    for (Row row : comparison.rows()) {
      line(fields(row), out);
    }
    for (Row ruler : comparison.rulers()) {
      line(fields(ruler), out);
    }
    for (NotComparable apart : comparison.notComparable()) {
      line(fields(apart), out);
    }
  }

  /** What the sides measured and cannot be told has no numbers, but has a state. */
  private static List<String> fields(NotComparable apart) {
    List<String> fields = new ArrayList<>(Collections.nCopies(HEADER.size(), ""));
    fields.set(HEADER.indexOf("benchmark"), text(apart.what()));
    fields.set(HEADER.indexOf("state"), "not_comparable");
    fields.set(HEADER.indexOf("decides"), "false");
    fields.set(HEADER.indexOf("note"), text(apart.why()));
    return fields;
  }

  private static List<String> fields(Row row) {
    List<String> fields = new ArrayList<>();
    fields.add(text(row.key().benchmark()));
    fields.add(text(row.key().mode()));
    fields.add(Integer.toString(row.key().threads()));
    fields.add(text(row.key().describeParams()));
    fields.add(text(row.metric()));
    fields.add(text(row.unit()));
    side(row.base(), fields);
    side(row.head(), fields);
    fields.add(number(row.ratio()));
    fields.add(row.interval() == null ? "" : number(row.interval().low()));
    fields.add(row.interval() == null ? "" : number(row.interval().high()));
    fields.add(number(row.p()));
    fields.add(RowText.word(row.state()));
    fields.add(Boolean.toString(row.gates()));
    fields.add(text(row.note()));
    return fields;
  }

  private static void side(Side side, List<String> fields) {
    fields.add(side == null ? "" : number(side.center()));
    fields.add(side == null ? "" : number(side.spread()));
    fields.add(side == null ? "0" : Integer.toString(side.forks()));
  }

  private static String number(double x) {
    return Double.isFinite(x) ? Double.toString(x) : "";
  }

  /** Spreadsheets run what begins so as a formula, even in quotes. */
  private static String text(String text) {
    return text.isEmpty() || "=+-@\t\r\n".indexOf(text.charAt(0)) < 0 ? text : "'" + text;
  }

  private static void line(List<String> fields, Appendable out) throws IOException {
    String separator = "";
    for (String field : fields) {
      out.append(separator).append(quoted(field));
      separator = ",";
    }
    out.append("\r\n");
  }

  private static String quoted(String field) {
    boolean plain = field.chars().noneMatch(c -> c == '"' || c == ',' || c < ' ');
    return plain ? field : '"' + field.replace("\"", "\"\"") + '"';
  }
}
