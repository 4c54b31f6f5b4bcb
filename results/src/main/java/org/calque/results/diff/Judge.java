package org.calque.results.diff;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.calque.results.stats.MannWhitney;
import org.calque.results.stats.Workspace;

/**
 * Tests measured rows and gives each its state. Rows that decide are corrected for their number
 * among themselves, the others among themselves, so that a profiler's dozen of extra metrics does
 * not blind the test of the times. Rows with too few forks to show anything do not count.
 */
record Judge(Criteria criteria) {
  /**
   * The test of sizes has to be this much surer than that of ranks. With few forks and many rows
   * only samples wholly apart pass the latter, and by chance that happens to some row of 3 in 100
   * comparisons; the size of the gap then is what tells.
   */
  private static final double SURER = 5;

  /** So many rows are tested by one thread, then others may go on. */
  private static final int PART = 50;

  /** The rows in the same order, the measured ones with interval, probability, state and note. */
  List<Row> judge(List<Row> rows) {
    Row[] judged = rows.toArray(Row[]::new);
    List<Evidence> deciding = new ArrayList<>();
    List<Evidence> others = new ArrayList<>();
    for (Evidence one : evidence(judged)) {
      if (one != null) {
        (one.row().gates() ? deciding : others).add(one);
      }
    }
    judgeFamily(judged, deciding);
    judgeFamily(judged, others);
    return List.of(judged);
  }

  /** Of each row that is measured; null for the others. */
  private static Evidence[] evidence(Row[] rows) {
    Evidence[] evidence = new Evidence[rows.length];
    IntStream.rangeClosed(0, rows.length / PART)
        .parallel()
        .forEach(part -> weigh(rows, evidence, part * PART));
    return evidence;
  }

  private static void weigh(Row[] rows, Evidence[] evidence, int from) {
    Workspace workspace = new Workspace();
    for (int i = from; i < Math.min(rows.length, from + PART); i++) {
      evidence[i] = rows[i].measured() ? Evidence.of(i, rows[i], workspace) : null;
    }
  }

  private void judgeFamily(Row[] rows, List<Evidence> all) {
    double drift = Evidence.drift(all);
    List<Evidence> family = new ArrayList<>();
    for (Evidence one : all) {
      if (one.row().smallestP() <= criteria.alpha()) {
        family.add(one);
      } else {
        String forks = needs(one.row(), MannWhitney.forksNeeded(criteria.alpha()));
        rows[one.place()] = settle(one.row().tested(one.interval(drift), Double.NaN), false, forks);
      }
    }
    double[] ranks = new double[family.size()];
    double[] sizes = new double[family.size()];
    for (int k = 0; k < family.size(); k++) {
      ranks[k] = family.get(k).ranks();
      sizes[k] = family.get(k).sizes(drift);
    }
    ranks = correct(ranks);
    sizes = correct(sizes);
    for (int k = 0; k < family.size(); k++) {
      Evidence one = family.get(k);
      boolean sure = ranks[k] <= criteria.alpha() && sizes[k] <= criteria.alpha() / SURER;
      String doubt = sure ? "" : doubt(one, ranks[k], family.size());
      rows[one.place()] = settle(one.row().tested(one.interval(drift), ranks[k]), sure, doubt);
    }
  }

  private double[] correct(double[] p) {
    return criteria.correction().correct(p);
  }

  /** Why a change is not sure, where more forks would help; else empty. */
  private String doubt(Evidence one, double corrected, int rows) {
    double share = criteria.alpha() / rows;
    boolean hopeless = one.row().smallestP() > share;
    if (one.ranks() <= criteria.alpha() && corrected > criteria.alpha() && hopeless) {
      // Alone it would be significant; among so many rows this number of forks never is.
      return needs(one.row(), MannWhitney.forksNeeded(share)) + " among " + rows + " rows";
    }
    return "";
  }

  private Row settle(Row row, boolean sure, String doubt) {
    Direction direction = Direction.of(row.unit(), row.metric());
    if (direction == Direction.NEUTRAL) {
      return row.judged(State.NEUTRAL, "");
    }
    if (row.interval() == null) {
      return row.judged(State.INCONCLUSIVE, doubt.isEmpty() ? withoutInterval(row) : doubt);
    }
    Known known = new Known(row.interval(), direction);
    double threshold = criteria.threshold(row.key(), row.metric(), row.unit());
    if (sure && known.beyond(threshold)) {
      return row.judged(known.worse() ? State.REGRESSED : State.IMPROVED, "");
    }
    if (known.within(threshold)) {
      return row.judged(State.UNCHANGED, "");
    }
    String unsure = known.beyond(threshold) && doubt.isEmpty() ? "may be chance" : doubt;
    return row.judged(
        State.INCONCLUSIVE, unsure.isEmpty() ? known.text() : known.text() + "; " + unsure);
  }

  private static String withoutInterval(Row row) {
    boolean few = row.base().forks() < 2 || row.head().forks() < 2;
    return few ? "one fork: no interval" : "negative: no ratio";
  }

  private static String needs(Row row, int forks) {
    return row.forks() + " forks, " + forks + "+" + forks + " needed";
  }

  /**
   * The forks that each run needs for one row that has changed to be significant, when with those
   * it has no row that decides ever could be, whatever changed; 0 when there is nothing to decide,
   * or some row could.
   */
  int forksMissing(List<Row> rows) {
    double[] smallest =
        rows.stream().filter(r -> r.measured() && r.gates()).mapToDouble(Row::smallestP).toArray();
    double[] testable = Arrays.stream(smallest).filter(p -> p <= criteria.alpha()).toArray();
    boolean blind = Arrays.stream(correct(testable)).noneMatch(p -> p <= criteria.alpha());
    return smallest.length > 0 && blind
        ? MannWhitney.forksNeeded(criteria.alpha() / smallest.length)
        : 0;
  }
}
