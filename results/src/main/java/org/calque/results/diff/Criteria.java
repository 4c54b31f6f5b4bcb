package org.calque.results.diff;

/**
 * When a difference counts.
 *
 * @param alpha largest probability of calling one or more unchanged rows changed, over all rows
 *     that are corrected together; between 0 and 1
 * @param threshold smallest relative change of the median that counts, such as 0.03 for 3 %; not
 *     negative
 * @param gateSecondary whether secondary metrics decide the verdict too, not only the primary ones
 */
public record Criteria(double alpha, double threshold, boolean gateSecondary) {

  /** Significance at 0.05, changes from 3 %, primary metrics decide. */
  public static final Criteria DEFAULT = new Criteria(0.05, 0.03, false);

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
  }
}
