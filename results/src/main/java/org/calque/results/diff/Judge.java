package org.calque.results.diff;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Tests measured rows and gives each its state. Rows that decide are corrected for their number
 * among themselves, the others among themselves, so that a profiler's dozen of extra metrics does
 * not blind the test of the times. Rows with too few forks to show anything do not count.
 */
record Judge(Criteria criteria) {

  /** The rows in the same order, the measured ones with their probability, state and note. */
  List<Row> judge(List<Row> rows) {
    List<Row> judged = new ArrayList<>(rows);
    judgeFamily(judged, true);
    judgeFamily(judged, false);
    return judged;
  }

  private void judgeFamily(List<Row> rows, boolean gates) {
    int[] family = new int[rows.size()];
    int size = 0;
    for (int i = 0; i < rows.size(); i++) {
      Row row = rows.get(i);
      if (row.measured() && row.gates() == gates) {
        if (row.smallestP() <= criteria.alpha()) {
          family[size++] = i;
        } else {
          rows.set(i, tooFewForks(row));
        }
      }
    }
    double[] p = new double[size];
    for (int k = 0; k < size; k++) {
      Row row = rows.get(family[k]);
      p[k] = MannWhitney.pValue(row.base().forkMeans(), row.head().forkMeans());
    }
    double[] corrected = Holm.correct(p);
    for (int k = 0; k < size; k++) {
      rows.set(family[k], verdict(rows.get(family[k]), p[k], corrected[k], size));
    }
  }

  private Row tooFewForks(Row row) {
    if (Direction.of(row.unit()) == Direction.NEUTRAL) {
      return row.judged(Double.NaN, State.NEUTRAL, "");
    }
    int needed = MannWhitney.forksNeeded(criteria.alpha());
    return row.judged(Double.NaN, State.INCONCLUSIVE, needs(row, needed));
  }

  private Row verdict(Row row, double p, double corrected, int rows) {
    Direction direction = Direction.of(row.unit());
    if (direction == Direction.NEUTRAL) {
      return row.judged(corrected, State.NEUTRAL, "");
    }
    boolean large = Math.abs(row.ratio() - 1) >= criteria.threshold();
    if (large && corrected <= criteria.alpha()) {
      boolean worse = row.ratio() > 1 == (direction == Direction.LOWER_IS_BETTER);
      return row.judged(corrected, worse ? State.REGRESSED : State.IMPROVED, "");
    }
    double share = criteria.alpha() / rows;
    if (large && p <= criteria.alpha() && row.smallestP() > share) {
      // Alone it would be significant; among so many rows this number of forks never is.
      String why = needs(row, MannWhitney.forksNeeded(share)) + " among " + rows + " rows";
      return row.judged(corrected, State.INCONCLUSIVE, why);
    }
    return row.judged(corrected, State.UNCHANGED, "");
  }

  private static String needs(Row row, int forks) {
    return row.base().forks()
        + "+"
        + row.head().forks()
        + " forks, "
        + forks
        + "+"
        + forks
        + " needed";
  }

  /**
   * The forks that each run needs, when with those it has no change could ever decide the verdict;
   * 0 when there is nothing to decide, or some change could.
   */
  int forksMissing(List<Row> rows) {
    double[] smallest =
        rows.stream().filter(r -> r.measured() && r.gates()).mapToDouble(Row::smallestP).toArray();
    long testable = Arrays.stream(smallest).filter(p -> p <= criteria.alpha()).count();
    boolean blind = Arrays.stream(smallest).noneMatch(p -> p * testable <= criteria.alpha());
    boolean helpless = smallest.length > 0 && (testable == 0 || blind);
    return helpless ? MannWhitney.forksNeeded(criteria.alpha() / smallest.length) : 0;
  }
}
