package org.calque.results.diff;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.calque.results.BenchmarkKey;
import org.calque.results.Metric;

/**
 * Benchmarks of plain Java that ride along in a run. Nothing that anyone changes can make them
 * slower, so when they are, the machine is, and what the other benchmarks say is not of head.
 */
public final class Rulers {
  /** The class that has them. */
  public static final String CLASS = "org.calque.launcher.ruler.Ruler";

  /** A ruler moved when its whole interval is at least this far from 1. */
  private static final double TOLERANCE = 0.01;

  private Rulers() {}

  /** Whether the benchmark is one of them. */
  public static boolean isRuler(BenchmarkKey key) {
    return key.benchmark().startsWith(CLASS + ".");
  }

  /** The rows, tested among themselves; none decides. */
  static List<Row> judge(List<Row> rows, Criteria criteria) {
    Judge judge = new Judge(criteria.withThreshold(TOLERANCE).withThresholds(List.of()));
    return judge.judge(rows).stream().map(Row::shownOnly).toList();
  }

  /** Which rulers moved, such as {@code ruler compute 1.04}; empty when none did. */
  static String moved(List<Row> judged) {
    return judged.stream()
        .filter(row -> row.metric().equals(Metric.PRIMARY))
        .filter(row -> row.state() == State.REGRESSED || row.state() == State.IMPROVED)
        .map(Rulers::describe)
        .collect(Collectors.joining(", "));
  }

  private static String describe(Row row) {
    String name = row.key().benchmark().substring(CLASS.length() + 1);
    return String.format(Locale.ROOT, "ruler %s %.2f", name, row.ratio());
  }

  /** The rows with every change, for better or worse, taken back. */
  static List<Row> withdraw(List<Row> rows, String moved) {
    List<Row> withdrawn = new ArrayList<>(rows);
    withdrawn.replaceAll(
        row ->
            row.state() == State.REGRESSED || row.state() == State.IMPROVED
                ? row.judged(State.INCONCLUSIVE, "the machine moved: " + moved)
                : row);
    return withdrawn;
  }
}
