package org.calque.results.stats;

import java.util.Arrays;

/**
 * All that the test of ranks sees of two samples of which no two values are the same.
 *
 * @param n values of the first sample
 * @param m values of the second sample
 * @param above pairs of which the value of the first sample is the larger one
 */
record UntiedRanks(int n, int m, int above) {

  /** Null when two values are the same, or one is no number. */
  static UntiedRanks of(double[] a, double[] b) {
    double[] all = Arrays.copyOf(a, a.length + b.length);
    System.arraycopy(b, 0, all, a.length, b.length);
    Arrays.sort(all);
    for (int i = 1; i < all.length; i++) {
      if (!(all[i - 1] < all[i])) {
        return null;
      }
    }
    int ranks = 0;
    for (double value : a) {
      ranks += Arrays.binarySearch(all, value);
    }
    return new UntiedRanks(a.length, b.length, ranks - a.length * (a.length - 1) / 2);
  }
}
