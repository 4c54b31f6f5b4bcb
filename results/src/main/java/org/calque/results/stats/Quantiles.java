package org.calque.results.stats;

import org.apache.commons.statistics.distribution.TDistribution;

/** Two-sided quantiles: 95 of 100 values are no further from 0. */
final class Quantiles {
  /** Of the normal distribution. */
  static final double NORMAL = 1.959963984540054;

  /** From here on Student's distribution is the normal one for the purpose. */
  private static final int MANY = 300;

  /** Finding one takes longer than all the rest of a row, so they are kept; 0 is not known yet. */
  private static final double[] STUDENT = new double[MANY];

  private Quantiles() {}

  /** Of Student's distribution with that many degrees of freedom, at least 1. */
  static double student(int degrees) {
    if (degrees >= MANY) {
      return NORMAL;
    }
    if (STUDENT[degrees] == 0) {
      STUDENT[degrees] = TDistribution.of(degrees).inverseSurvivalProbability(0.025);
    }
    return STUDENT[degrees];
  }
}
