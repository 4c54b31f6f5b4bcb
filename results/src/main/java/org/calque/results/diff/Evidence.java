package org.calque.results.diff;

import java.util.List;
import org.calque.results.stats.Interval;
import org.calque.results.stats.MannWhitney;
import org.calque.results.stats.RatioEstimate;
import org.calque.results.stats.Workspace;

/**
 * What the samples of one row say on their own, before they are seen among the others.
 *
 * @param place of the row among all
 * @param row with both sides
 * @param estimate null where there can be none
 * @param ranks probability by the test of ranks, not corrected
 */
record Evidence(int place, Row row, RatioEstimate estimate, double ranks) {
  /**
   * So many rows without drift are taken to have been seen before, since the correlation of a few
   * forks is mostly chance.
   */
  private static final int ROWS_BEFORE = 10;

  static Evidence of(int place, Row row, Workspace workspace) {
    return new Evidence(
        place,
        row,
        RatioEstimate.of(row.base().sample(), row.head().sample(), workspace),
        MannWhitney.pValue(row.base().forkMeans(), row.head().forkMeans()));
  }

  /**
   * How much each fork is like the one before it, over all rows: a machine that drifts does so
   * under all of them. Not below 0.
   */
  static double drift(List<Evidence> rows) {
    double sum = 0;
    int count = ROWS_BEFORE;
    for (Evidence one : rows) {
      if (one.estimate() != null) {
        sum += one.estimate().serialCorrelation();
        count++;
      }
    }
    return Math.max(0, sum / count);
  }

  /** What the ratio lies between; null where there can be none. */
  Interval interval(double drift) {
    return estimate == null ? null : estimate.interval(drift);
  }

  /** Probability by the test of sizes, not corrected; 1 where there can be none. */
  double sizes(double drift) {
    return estimate == null ? 1 : estimate.p(drift);
  }
}
