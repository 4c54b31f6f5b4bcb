package org.calque.results.cli;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.calque.results.Jvm;
import org.calque.results.Run;
import org.calque.results.diff.Comparison;
import org.calque.results.diff.Criteria;
import org.calque.results.diff.GeometricMean;
import org.calque.results.diff.Row;
import org.calque.results.diff.State;
import org.calque.results.format.Numbers;

/**
 * A comparison as text: both runs, what to beware of, the rows, and the verdict as the last line.
 */
final class DiffReport {
  /** With more rows than this only those that changed are printed, unless all are asked for. */
  private static final int MANY = 60;

  private final Comparison comparison;
  private final DiffText text;
  private final DiffTable table;
  private final List<String> lines = new ArrayList<>();

  private DiffReport(Comparison comparison, DiffText text) {
    this.comparison = comparison;
    this.text = text;
    this.table = DiffTable.of(comparison, text);
  }

  static List<String> lines(Comparison comparison, DiffText text, FailOn failOn) {
    DiffReport report = new DiffReport(comparison, text);
    report.runs();
    report.rows();
    report.rulers();
    report.notComparable();
    report.means();
    report.legend();
    report.say(comparison.verdict() + failOn.reason(comparison));
    return report.lines;
  }

  private void say(String line) {
    lines.add(text.glyphs().show(line));
  }

  private void runs() {
    Table runs = new Table(text.glyphs(), Table.Align.LEFT, Table.Align.LEFT, Table.Align.LEFT);
    runs.row("base", comparison.base().id(), where(comparison.base()));
    runs.row("head", comparison.head().id(), where(comparison.head()));
    lines.addAll(runs.lines());
    comparison.warnings().forEach(warning -> say("warning: " + warning));
    say("");
  }

  private static String where(Run run) {
    String cpu = run.machine().cpuModel();
    Jvm jvm = run.software().jvm();
    return (cpu == null ? "unknown machine" : cpu)
        + ", "
        + (jvm.version() == null ? "unknown JVM" : "JDK " + jvm.version());
  }

  private void rows() {
    List<Row> all = comparison.rows();
    boolean compact = all.size() > MANY && !text.all();
    List<Row> shown = compact ? all.stream().filter(DiffReport::changed).toList() : all;
    if (!shown.isEmpty()) {
      if (!table.common().isEmpty()) {
        say("all with " + table.common());
      }
      lines.addAll(table.lines(shown, compact));
      say("");
    }
    if (compact) {
      say((all.size() - shown.size()) + " of " + all.size() + " rows not shown: --all prints them");
    }
  }

  /** What a reader of thousands of rows has to see. */
  private static boolean changed(Row row) {
    return switch (row.state()) {
      case UNCHANGED, INCONCLUSIVE, NEUTRAL -> false;
      default -> row.gates() || row.state() == State.REGRESSED || row.state() == State.IMPROVED;
    };
  }

  private void rulers() {
    if (!comparison.rulers().isEmpty()) {
      say("rulers, which tell whether the machine moved:");
      lines.addAll(table.lines(comparison.rulers(), false));
      say("");
    }
  }

  private void notComparable() {
    if (!comparison.notComparable().isEmpty()) {
      say("not comparable, base and head:");
      comparison.notComparable().forEach(n -> say("  " + table.strip(n.what()) + ": " + n.why()));
      say("");
    }
  }

  private void means() {
    for (GeometricMean mean : comparison.geometricMeans()) {
      String rows = mean.rows() == 1 ? " (1 row)" : " (" + mean.rows() + " rows)";
      say("geomean " + mean.unit() + " " + Numbers.change(mean.ratio()) + rows);
    }
  }

  private void legend() {
    Criteria criteria = comparison.criteria();
    say(
        "A change counts when all of its interval is at "
            + Numbers.exact(criteria.threshold() * 100)
            + "% or beyond and p <= "
            + Numbers.exact(criteria.alpha())
            + " (Mann-Whitney U over fork means, "
            + criteria.correction().label()
            + "); ~: unchanged.");
    say("n: forks. ±: how far the farthest fork is from the mean of all.");
    String shown = notDeciding();
    if (!shown.isEmpty()) {
      say("In brackets, not deciding: " + shown + ".");
    }
  }

  private String notDeciding() {
    return Arrays.stream(State.values())
        .map(this::notDeciding)
        .filter(count -> !count.isEmpty())
        .collect(Collectors.joining(", "));
  }

  private String notDeciding(State state) {
    long n = comparison.rows().stream().filter(row -> !row.gates() && row.state() == state).count();
    return n == 0 ? "" : n + " " + state.label();
  }
}
