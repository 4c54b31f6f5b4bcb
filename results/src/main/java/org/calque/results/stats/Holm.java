package org.calque.results.stats;

import java.util.stream.IntStream;

/**
 * Holm's step-down correction (Holm 1979): compared with alpha, the corrected probabilities keep
 * the chance of one or more false alarms among all rows below alpha, whatever the rows have in
 * common.
 */
final class Holm {
  private Holm() {}

  /** The corrected probabilities in the order given. */
  static double[] correct(double[] p) {
    int[] ascending =
        IntStream.range(0, p.length)
            .boxed()
            .sorted((a, b) -> Double.compare(p[a], p[b]))
            .mapToInt(i -> i)
            .toArray();
    double[] corrected = new double[p.length];
    double atLeast = 0;
    for (int step = 0; step < ascending.length; step++) {
      atLeast = Math.max(atLeast, Math.min(1, p[ascending[step]] * (p.length - step)));
      corrected[ascending[step]] = atLeast;
    }
    return corrected;
  }
}
