package org.calque.results.cli;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.calque.results.Jvm;
import org.calque.results.Metric;
import org.calque.results.Run;
import org.calque.results.cli.Table.Align;
import org.calque.results.diff.Comparison;
import org.calque.results.diff.Row;
import org.calque.results.diff.Side;
import org.calque.results.diff.State;
import org.calque.results.format.Names;
import org.calque.results.format.Numbers;

/** A comparison as text: both runs, what to beware of, the table and the verdict. */
final class DiffReport {
  private final Comparison comparison;
  private final Glyphs glyphs;
  private final Names names;
  private final List<String> lines = new ArrayList<>();

  private DiffReport(Comparison comparison, Glyphs glyphs) {
    this.comparison = comparison;
    this.glyphs = glyphs;
    this.names = Names.of(comparison.rows().stream().map(r -> r.key().benchmark()).toList());
  }

  static List<String> lines(Comparison comparison, Glyphs glyphs) {
    DiffReport report = new DiffReport(comparison, glyphs);
    report.runs();
    report.table();
    report.notComparable();
    report.verdict();
    return report.lines;
  }

  private void say(String line) {
    lines.add(glyphs.show(line));
  }

  private void runs() {
    Table table = new Table(glyphs, Align.LEFT, Align.LEFT, Align.LEFT);
    table.row("base", comparison.base().id(), where(comparison.base()));
    table.row("head", comparison.head().id(), where(comparison.head()));
    lines.addAll(table.lines());
    comparison.warnings().forEach(warning -> say("warning: " + warning));
    comparison.gaps().stream()
        .filter(gap -> !gap.startsWith("benchmarks of head"))
        .forEach(gap -> say("warning: " + gap));
    say("");
  }

  private static String where(Run run) {
    String cpu = run.machine().cpuModel();
    Jvm jvm = run.software().jvm();
    return (cpu == null ? "unknown machine" : cpu)
        + ", "
        + (jvm.version() == null ? "unknown JVM" : "JDK " + jvm.version());
  }

  private void table() {
    if (comparison.rows().isEmpty()) {
      return;
    }
    Table table =
        new Table(
            glyphs,
            Align.LEFT,
            Align.LEFT,
            Align.RIGHT,
            Align.RIGHT,
            Align.LEFT,
            Align.RIGHT,
            Align.RIGHT,
            Align.LEFT,
            Align.LEFT);
    table.row("benchmark", "mode", "base", "head", "unit", "ratio", "p", "n", "");
    for (Row row : comparison.rows()) {
      boolean primary = row.metric().equals(Metric.PRIMARY);
      table.row(
          primary ? names.show(row.key()) : "  · " + row.metric(),
          row.key().mode(),
          Numbers.side(row.base()),
          Numbers.side(row.head()),
          row.unit(),
          Numbers.ratio(row.ratio()),
          Numbers.probability(row.p()),
          forks(row),
          outcome(row));
    }
    lines.addAll(table.lines());
    say("");
  }

  private static String forks(Row row) {
    return row.base() == null && row.head() == null
        ? "-"
        : forks(row.base()) + "+" + forks(row.head());
  }

  private static int forks(Side side) {
    return side == null ? 0 : side.forks();
  }

  private static String outcome(Row row) {
    String state = row.state() == State.UNCHANGED ? "~" : row.state().label();
    String outcome = row.note().isEmpty() ? state : state + ": " + row.note();
    return row.gates() ? outcome : "(" + outcome + ")";
  }

  private void notComparable() {
    if (!comparison.notComparable().isEmpty()) {
      say("not comparable, base and head:");
      comparison.notComparable().forEach(n -> say("  " + names.strip(n.what()) + ": " + n.why()));
      say("");
    }
  }

  private void verdict() {
    String deciding = counts(Row::gates);
    String shown = counts(row -> !row.gates());
    int apart = comparison.notComparable().size();
    say(
        (deciding.isEmpty() ? "no rows" : deciding)
            + (apart == 0 ? "" : ", " + apart + " not comparable")
            + (shown.isEmpty() ? "" : "; in brackets, not deciding: " + shown));
    say(
        "A change counts from "
            + Numbers.exact(comparison.criteria().threshold() * 100)
            + "% and p <= "
            + Numbers.exact(comparison.criteria().alpha())
            + " (Mann-Whitney U over fork means, Holm-corrected); ~: no such change.");
    say("n: forks. ±: how far the farthest fork is from the median of all.");
  }

  private String counts(Predicate<Row> which) {
    return Arrays.stream(State.values())
        .map(state -> count(state, which))
        .filter(text -> !text.isEmpty())
        .collect(Collectors.joining(", "));
  }

  private String count(State state, Predicate<Row> which) {
    long n = comparison.rows().stream().filter(which).filter(r -> r.state() == state).count();
    return n == 0 ? "" : n + " " + state.label();
  }
}
