package org.calque.results.stats;

import java.util.stream.IntStream;

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
    int[] descending =
        IntStream.range(0, p.length)
            .boxed()
            .sorted((a, b) -> Double.compare(p[b], p[a]))
            .mapToInt(i -> i)
            .toArray();
    double[] corrected = new double[p.length];
    double atMost = 1;
    for (int step = 0; step < descending.length; step++) {
      int rank = p.length - step;
      atMost = Math.min(atMost, p[descending[step]] * p.length / rank);
      corrected[descending[step]] = atMost;
    }
    return corrected;
  }
}
