package org.calque.results.diff;

import org.calque.results.stats.Interval;
import org.calque.results.stats.MannWhitney;
import org.calque.results.stats.RatioEstimate;

/**
 * What the samples of one row say on their own, before they are seen among the others.
 *
 * @param place of the row among all
 * @param row with both sides
 * @param interval null where there can be none
 * @param ranks probability by the test of ranks, not corrected
 * @param sizes probability by the test of sizes, not corrected; 1 where there can be none
 */
record Evidence(int place, Row row, Interval interval, double ranks, double sizes) {

  static Evidence of(int place, Row row) {
    double ranks = MannWhitney.pValue(row.base().forkMeans(), row.head().forkMeans());
    RatioEstimate estimate = RatioEstimate.of(row.base().sample(), row.head().sample());
    return estimate == null
        ? new Evidence(place, row, null, ranks, 1)
        : new Evidence(place, row, estimate.interval(), ranks, estimate.p());
  }
}
