package org.calque.results.diff;

import java.util.List;
import org.calque.results.BenchmarkKey;
import org.calque.results.stats.Correction;

/**
 * When a difference counts.
 *
 * @param alpha what the probability of a row, corrected for the number of rows that are tested
 *     together, may be at most; between 0 and 1
 * @param correction how it is corrected
 * @param threshold smallest relative change that counts, such as 0.03 for 3 %; not negative
 * @param thresholds the same for some rows; of those that apply to a row the last one counts
 * @param gateSecondary whether secondary metrics decide the verdict too, not only the primary ones
 */
public record Criteria(
    double alpha,
    Correction correction,
    double threshold,
    List<Threshold> thresholds,
    boolean gateSecondary) {

  /** Significance at 0.05 after Holm's correction, changes from 3 %, primary metrics decide. */
  public static final Criteria DEFAULT =
      new Criteria(0.05, Correction.HOLM, 0.03, List.of(), false);

  /**
   * Checks the ranges.
   *
   * @throws IllegalArgumentException when a number is out of its range
   */
  public Criteria {
    if (!(alpha > 0 && alpha < 1)) {
      throw new IllegalArgumentException("alpha is " + alpha + "; expected between 0 and 1");
    }
    if (!(threshold >= 0 && threshold < Double.POSITIVE_INFINITY)) {
      throw new IllegalArgumentException("threshold is " + threshold + "; expected 0 or more");
    }
    thresholds = List.copyOf(thresholds);
  }

  /** The same with another threshold for the rows that have none of their own. */
  public Criteria withThreshold(double other) {
    return new Criteria(alpha, correction, other, thresholds, gateSecondary);
  }

  /** The same with thresholds for some rows. */
  public Criteria withThresholds(List<Threshold> others) {
    return new Criteria(alpha, correction, threshold, others, gateSecondary);
  }

  /** The same with another correction. */
  public Criteria withCorrection(Correction other) {
    return new Criteria(alpha, other, threshold, thresholds, gateSecondary);
  }

  /** The same with secondary metrics that decide, or do not. */
  public Criteria withGateSecondary(boolean decide) {
    return new Criteria(alpha, correction, threshold, thresholds, decide);
  }

  /** The smallest change of a metric of a benchmark that counts. */
  public double threshold(BenchmarkKey key, String metric, String unit) {
    double found = threshold;
    for (Threshold one : thresholds) {
      if (one.appliesTo(key, metric, unit)) {
        found = one.change();
      }
    }
    return found;
  }
}
