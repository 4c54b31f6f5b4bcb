package org.calque.results.stats;

import java.util.Arrays;

/**
 * Holm's step-down correction (Holm 1979): compared with alpha, the corrected probabilities keep
 * the chance of one or more false alarms among all rows below alpha, whatever the rows have in
 * common.
 */
final class Holm {
  private Holm() {}

  /** The corrected probabilities in the order given. */
  static double[] correct(double[] p) {
    double[] ascending = p.clone();
    Arrays.sort(ascending);
    double[] corrected = new double[p.length];
    double atLeast = 0;
    for (int step = 0; step < p.length; step++) {
      atLeast = Math.max(atLeast, Math.min(1, ascending[step] * (p.length - step)));
      corrected[step] = atLeast;
    }
    return Correction.inOrderOf(p, ascending, corrected);
  }
}
