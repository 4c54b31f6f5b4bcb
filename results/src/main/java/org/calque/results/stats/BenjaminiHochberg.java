package org.calque.results.stats;

import java.util.Arrays;

/**
 * The step-up correction of Benjamini and Hochberg (Journal of the Royal Statistical Society B 57,
 * 1995): of the rows whose corrected probability is at most alpha, a share of alpha is to be
 * expected to be false alarms, as long as the rows do not depend on each other in odd ways. It
 * finds more than {@link Holm} where much has changed.
 */
final class BenjaminiHochberg {
  private BenjaminiHochberg() {}

  /** The corrected probabilities in the order given. */
  static double[] correct(double[] p) {
    double[] ascending = p.clone();
    Arrays.sort(ascending);
    double[] corrected = new double[p.length];
    double atMost = 1;
    for (int rank = p.length; rank >= 1; rank--) {
      atMost = Math.min(atMost, ascending[rank - 1] * p.length / rank);
      corrected[rank - 1] = atMost;
    }
    return Correction.inOrderOf(p, ascending, corrected);
  }
}
