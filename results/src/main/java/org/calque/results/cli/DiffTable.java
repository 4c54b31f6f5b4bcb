package org.calque.results.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.calque.results.BenchmarkKey;
import org.calque.results.Metric;
import org.calque.results.cli.Table.Align;
import org.calque.results.diff.Comparison;
import org.calque.results.diff.Row;
import org.calque.results.diff.State;
import org.calque.results.format.CommonSettings;
import org.calque.results.format.Names;
import org.calque.results.format.Numbers;

/** Rows of a comparison in columns. */
final class DiffTable {
  private static final Align[] COLUMNS = {
    Align.LEFT,
    Align.LEFT,
    Align.RIGHT,
    Align.RIGHT,
    Align.LEFT,
    Align.RIGHT,
    Align.RIGHT,
    Align.RIGHT,
    Align.LEFT,
    Align.LEFT
  };

  private final Names names;
  private final CommonSettings common;
  private final DiffText text;

  private DiffTable(Names names, CommonSettings common, DiffText text) {
    this.names = names;
    this.common = common;
    this.text = text;
  }

  static DiffTable of(Comparison comparison, DiffText text) {
    List<String> benchmarks = comparison.rows().stream().map(r -> r.key().benchmark()).toList();
    List<Map<String, String>> params =
        comparison.rows().stream().map(row -> row.key().params()).toList();
    return new DiffTable(Names.of(benchmarks), CommonSettings.of(params), text);
  }

  /** Parameters that names do not show, since all rows have them; empty for none. */
  String common() {
    return common.toString();
  }

  /** A benchmark without the packages that all of them share. */
  String strip(String benchmark) {
    return names.strip(benchmark);
  }

  /**
   * The table with its head.
   *
   * @param alone whether a secondary metric may be without its benchmark above it
   */
  List<String> lines(List<Row> rows, boolean alone) {
    Table table = new Table(text.glyphs(), COLUMNS);
    table.row("benchmark", "mode", "base", "head", "unit", "change", "interval", "p", "n", "");
    for (Row row : rows) {
      table.row(
          name(row, alone),
          row.key().mode(),
          Numbers.side(row.base()),
          Numbers.side(row.head()),
          row.unit(),
          Numbers.change(row.ratio()),
          Numbers.interval(row.interval()),
          Numbers.probability(row.p()),
          forks(row),
          outcome(row));
    }
    List<String> lines = new ArrayList<>(table.lines());
    for (int i = 0; i < rows.size(); i++) {
      lines.set(i + 1, text.colour().paint(lines.get(i + 1), rows.get(i)));
    }
    return lines;
  }

  private String name(Row row, boolean alone) {
    if (row.metric().equals(Metric.PRIMARY)) {
      return name(row.key());
    }
    return (alone ? name(row.key()) + " · " : "  · ") + row.metric();
  }

  private String name(BenchmarkKey key) {
    return names.show(key.with(common.others(key.params())));
  }

  private static String forks(Row row) {
    return row.base() == null && row.head() == null ? "-" : row.forks();
  }

  private static String outcome(Row row) {
    String state = row.state() == State.UNCHANGED ? "~" : row.state().label();
    String outcome = row.note().isEmpty() ? state : state + ": " + row.note();
    return row.gates() ? outcome : "(" + outcome + ")";
  }
}
