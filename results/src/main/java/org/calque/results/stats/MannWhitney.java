package org.calque.results.stats;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.commons.statistics.inference.MannWhitneyUTest;
import org.apache.commons.statistics.inference.PValueMethod;

/**
 * The two-sided Mann-Whitney U test: the probability that two samples of one distribution are at
 * least as far apart as these. It asks nothing of the distribution, which for run times is skewed.
 */
public final class MannWhitney {
  /**
   * Up to this many values in both samples the probability is exact with ties too. The normal
   * approximation is far too sure of itself there: {@code 1 1 1} against {@code 2 2 2} has the
   * probability 0.1, and it says 0.047.
   */
  private static final int FEW = 60;

  /**
   * Of few values without ties. Counting arrangements takes longer than all the rest of a row, and
   * thousands of rows have the same few numbers of forks.
   */
  private static final Map<UntiedRanks, Double> KNOWN = new ConcurrentHashMap<>();

  private MannWhitney() {}

  /** Between 0 and 1; NaN when a sample is empty. */
  public static double pValue(double[] a, double[] b) {
    if (a.length == 0 || b.length == 0) {
      return Double.NaN;
    }
    UntiedRanks untied = a.length + b.length <= FEW ? UntiedRanks.of(a, b) : null;
    return untied == null ? tested(a, b) : KNOWN.computeIfAbsent(untied, ranks -> tested(a, b));
  }

  private static double tested(double[] a, double[] b) {
    var result = MannWhitneyUTest.withDefaults().with(PValueMethod.EXACT).test(a, b);
    if (!result.hasTiedValues()) {
      return result.getPValue();
    }
    if (a.length + b.length <= FEW) {
      return TiedRanks.of(a, b).pValue();
    }
    double p = result.getPValue();
    return Double.isNaN(p) ? 1 : p; // all values are the same
  }

  /** The smallest value that {@link #pValue} can have for samples of these sizes: 2 / C(n+m, n). */
  public static double smallestP(int n, int m) {
    if (n == 0 || m == 0) {
      return 1;
    }
    double arrangements = 1;
    for (int i = 1; i <= n; i++) {
      arrangements *= (double) (m + i) / i;
    }
    return Math.min(1, 2 / arrangements);
  }

  /** The smallest size of each sample for which {@link #pValue} can reach alpha. */
  public static int forksNeeded(double alpha) {
    int n = 1;
    while (smallestP(n, n) > alpha) {
      n++;
    }
    return n;
  }
}
