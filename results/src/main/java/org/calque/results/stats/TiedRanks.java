package org.calque.results.stats;

import java.util.Arrays;
import java.util.stream.DoubleStream;

/**
 * The permutation distribution of the rank sum when some values are the same. Equal values share
 * the mean of their ranks; ranks are kept doubled, so that they are whole numbers.
 */
final class TiedRanks {
  /** Of all values. */
  private final int[] doubledRanks;

  /** Number of values in the first sample. */
  private final int size;

  /** Sum of the doubled ranks of the first sample. */
  private final int doubledSum;

  private TiedRanks(int[] doubledRanks, int size, int doubledSum) {
    this.doubledRanks = doubledRanks;
    this.size = size;
    this.doubledSum = doubledSum;
  }

  static TiedRanks of(double[] a, double[] b) {
    double[] sorted = DoubleStream.concat(Arrays.stream(a), Arrays.stream(b)).sorted().toArray();
    int[] ranks = Arrays.stream(sorted).mapToInt(x -> doubledRank(sorted, x)).toArray();
    return new TiedRanks(
        ranks, a.length, Arrays.stream(a).mapToInt(x -> doubledRank(sorted, x)).sum());
  }

  /** First and last rank of the values that equal x, added. */
  private static int doubledRank(double[] sorted, double x) {
    int first = 0;
    while (sorted[first] < x) {
      first++;
    }
    int last = first;
    while (last + 1 < sorted.length && sorted[last + 1] == x) {
      last++;
    }
    return first + last + 2;
  }

  /** The share of all choices of the first sample whose sum is at least as far from the middle. */
  double pValue() {
    int total = Arrays.stream(doubledRanks).sum();
    // ways[k][s]: choices of k values with sum s
    double[][] ways = new double[size + 1][total + 1];
    ways[0][0] = 1;
    for (int rank : doubledRanks) {
      for (int k = size; k >= 1; k--) {
        for (int s = total; s >= rank; s--) {
          ways[k][s] += ways[k - 1][s - rank];
        }
      }
    }
    // The middle is total * size / values; multiplied through, the comparison is of whole numbers.
    int values = doubledRanks.length;
    long observed = Math.abs((long) doubledSum * values - (long) total * size);
    double far = 0;
    for (int s = 0; s <= total; s++) {
      if (Math.abs((long) s * values - (long) total * size) >= observed) {
        far += ways[size][s];
      }
    }
    return far / Arrays.stream(ways[size]).sum();
  }
}
