package org.calque.results.diff;

import org.calque.results.BenchmarkKey;
import org.calque.results.Metric;
import org.calque.results.stats.Interval;
import org.calque.results.stats.MannWhitney;

/**
 * One line of a comparison: a metric of a benchmark, or a benchmark that is not on both sides.
 *
 * @param key the benchmark
 * @param metric {@link Metric#PRIMARY}, or the label of a secondary metric
 * @param unit of both sides; empty when neither has a result
 * @param base null when base has no result
 * @param head null when head has no result
 * @param ratio head's center over base's; infinite over 0, NaN when a side is missing
 * @param interval what the ratio lies between; null where there are too few forks to tell, or where
 *     numbers are negative
 * @param p probability that a difference like this is chance, corrected for the number of rows; NaN
 *     when it was not tested
 * @param state what became of it
 * @param gates whether the state decides the verdict of the comparison
 * @param note one line of explanation; empty when the state says it all
 */
public record Row(
    BenchmarkKey key,
    String metric,
    String unit,
    Side base,
    Side head,
    double ratio,
    Interval interval,
    double p,
    State state,
    boolean gates,
    String note) {

  /** Whether this row alone makes the comparison a bad one. */
  public boolean bad() {
    return gates && state.bad();
  }

  /** Whether both sides have a result, so that they can be tested. */
  public boolean measured() {
    return base != null && head != null;
  }

  /** Forks of base and head: {@code 6+6}. */
  public String forks() {
    return (base == null ? 0 : base.forks()) + "+" + (head == null ? 0 : head.forks());
  }

  /** The smallest probability that a test of so many forks can give. */
  double smallestP() {
    return MannWhitney.smallestP(base.forks(), head.forks());
  }

  Row tested(Interval between, double corrected) {
    return new Row(key, metric, unit, base, head, ratio, between, corrected, state, gates, note);
  }

  /** The same row, which decides nothing. */
  Row shownOnly() {
    return new Row(key, metric, unit, base, head, ratio, interval, p, state, false, note);
  }

  Row judged(State verdict, String why) {
    return new Row(key, metric, unit, base, head, ratio, interval, p, verdict, gates, why);
  }
}
