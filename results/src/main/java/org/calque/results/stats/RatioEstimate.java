package org.calque.results.stats;

import java.util.Arrays;
import org.apache.commons.statistics.distribution.TDistribution;
import org.calque.results.Sample;

/**
 * The ratio of two samples and how sure it is, by a hierarchical bootstrap: forks are drawn with
 * replacement, and iterations within each fork drawn, as often as there are (Kalibera and Jones,
 * Rigorous Benchmarking in Reasonable Time, ISMM 2013). The ratio is that of the means of the fork
 * means.
 *
 * <p>Drawn forks vary too little, by (n-1)/n in the variance, and drawn iterations add once more
 * what the means of the forks vary by already (Davison and Hinkley, Bootstrap Methods and their
 * Application, 1997, section 3.8). {@link Forks} mends both. And the bootstrap takes the spread of
 * the forks for known, so the percentiles are moved away from the ratio, on a scale of logarithms,
 * by Student's quantile over the normal one (after Hesterberg's expanded percentiles, The American
 * Statistician 69, 2015).
 *
 * <p>The draws depend on the values alone, so the answer is always the same.
 *
 * @param interval what the ratio lies between in 95 of 100 cases
 * @param p probability of a ratio as far from 1 when nothing changed, by Student's distribution of
 *     its logarithm; it sees how large a difference is beside the noise, where a test of ranks sees
 *     only that all of one side is above the other
 */
public record RatioEstimate(Interval interval, double p) {
  private static final double LEVEL = 0.95;
  private static final int DRAWS = 1000;

  /** Draws below the interval, and above it. */
  private static final int TAIL = (int) Math.round(DRAWS * (1 - LEVEL) / 2);

  /**
   * Head over base; null when a side has fewer than two forks or a fork whose mean is negative.
   * Nothing over nothing is 1, something over nothing infinite.
   */
  public static RatioEstimate of(Sample base, Sample head) {
    Forks before = Forks.of(base);
    Forks after = Forks.of(head);
    if (!before.usable() || !after.usable()) {
      return null;
    }
    double center = ratio(after.mean(), before.mean());
    if (before.constant() && after.constant()) {
      return new RatioEstimate(new Interval(center, center), center == 1 ? 1 : 0);
    }
    double[] ratios = ratios(before, after);
    double low = Math.min(center, ratios[TAIL]);
    double high = Math.max(center, ratios[DRAWS - 1 - TAIL]);
    if (!(low > 0 && high < Double.POSITIVE_INFINITY)) {
      return new RatioEstimate(new Interval(low, high), 1); // no scale of logarithms
    }
    int degrees = (int) Forks.degreesOfFreedom(before, after);
    double stretch = Quantiles.student(degrees) / Quantiles.NORMAL;
    double below = center * Math.pow(low / center, stretch);
    double above = center * Math.pow(high / center, stretch);
    double error = Math.log(high / low) / (2 * Quantiles.NORMAL);
    return new RatioEstimate(new Interval(below, above), probability(center, error, degrees));
  }

  private static double[] ratios(Forks before, Forks after) {
    Draws draws = new Draws(31L * before.hashOfValues() + after.hashOfValues());
    double[] bases = before.drawnMeans(draws, DRAWS);
    double[] ratios = after.drawnMeans(draws, DRAWS);
    for (int i = 0; i < DRAWS; i++) {
      ratios[i] = ratio(ratios[i], bases[i]);
    }
    Arrays.sort(ratios);
    return ratios;
  }

  private static double ratio(double head, double base) {
    return head == base ? 1 : head / base;
  }

  private static double probability(double ratio, double error, int degrees) {
    double distance = Math.abs(Math.log(ratio));
    return distance == 0 ? 1 : 2 * TDistribution.of(degrees).survivalProbability(distance / error);
  }
}
