package org.calque.results.stats;

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
 * <p>Forks that drift tell less than as many that do not. With a correlation r of each fork with
 * the next, the mean of n varies as that of n (1-r)/(1+r) would (Law, Simulation Modeling and
 * Analysis, section 4.4, for a process of first order).
 *
 * <p>The draws depend on the values alone, so the answer is always the same.
 */
public final class RatioEstimate {
  private static final double LEVEL = 0.95;
  static final int DRAWS = 1000;

  /** Draws below the interval, and above it. */
  private static final int TAIL = (int) Math.round(DRAWS * (1 - LEVEL) / 2);

  /** So that some forks are left, however much they drift. */
  private static final double LARGEST_CORRELATION = 0.8;

  private final double ratio;
  private final Tails tails;
  private final double degrees;
  private final double serialCorrelation;

  private RatioEstimate(double ratio, Tails tails, double degrees, double serialCorrelation) {
    this.ratio = ratio;
    this.tails = tails;
    this.degrees = degrees;
    this.serialCorrelation = serialCorrelation;
  }

  /**
   * Head over base; null when a side has fewer than two forks or a fork whose mean is negative.
   * Nothing over nothing is 1, something over nothing infinite.
   */
  public static RatioEstimate of(Sample base, Sample head) {
    return of(base, head, new Workspace());
  }

  /** The same for many rows, of which each leaves the workspace to the next. */
  public static RatioEstimate of(Sample base, Sample head, Workspace workspace) {
    Forks before = Forks.of(base);
    Forks after = Forks.of(head);
    if (!before.usable() || !after.usable()) {
      return null;
    }
    double center = ratio(after.mean(), before.mean());
    if (before.constant() && after.constant()) {
      return new RatioEstimate(center, new Tails(center, center), 1, 0);
    }
    Tails tails = Tails.of(ratios(before, after, workspace), TAIL);
    double low = Math.min(center, tails.low());
    double high = Math.max(center, tails.high());
    double degrees =
        low > 0 && high < Double.POSITIVE_INFINITY ? Forks.degreesOfFreedom(before, after) : 1;
    double correlation = (before.serialCorrelation() + after.serialCorrelation()) / 2;
    return new RatioEstimate(center, new Tails(low, high), degrees, correlation);
  }

  /** How much each fork is like the one before; about 0 where nothing drifts. */
  public double serialCorrelation() {
    return serialCorrelation;
  }

  /**
   * What the ratio lies between in 95 of 100 cases.
   *
   * @param correlation of each fork with the next; below 0 counts as none
   */
  public Interval interval(double correlation) {
    if (!logarithmic() || tails.low() == tails.high()) {
      return new Interval(tails.low(), tails.high());
    }
    double inflation = inflation(correlation);
    double stretch =
        Math.sqrt(inflation) * Quantiles.student(degrees(inflation)) / Quantiles.NORMAL;
    return new Interval(
        ratio * Math.pow(tails.low() / ratio, stretch),
        ratio * Math.pow(tails.high() / ratio, stretch));
  }

  /**
   * Probability of a ratio as far from 1 when nothing changed, by Student's distribution of its
   * logarithm. It sees how large a difference is beside the noise, where a test of ranks sees only
   * that all of one side is above the other.
   *
   * <p>A row may drift more than others, so its own correlation counts where it is larger. It is
   * mostly chance, though, so it does not take degrees of freedom.
   *
   * @param correlation of each fork with the next, over all rows; below 0 counts as none
   */
  public double p(double correlation) {
    if (tails.low() == tails.high()) {
      return ratio == 1 ? 1 : 0;
    }
    if (!logarithmic()) {
      return 1;
    }
    double inflation = inflation(Math.max(correlation, serialCorrelation));
    double error =
        Math.sqrt(inflation) * Math.log(tails.high() / tails.low()) / (2 * Quantiles.NORMAL);
    double distance = Math.abs(Math.log(ratio)) / error;
    return 2 * TDistribution.of(degrees(inflation(correlation))).survivalProbability(distance);
  }

  private boolean logarithmic() {
    return tails.low() > 0 && tails.high() < Double.POSITIVE_INFINITY;
  }

  /** Of the variance of the means. */
  private static double inflation(double correlation) {
    double r = Math.max(0, Math.min(LARGEST_CORRELATION, correlation));
    return (1 + r) / (1 - r);
  }

  private int degrees(double inflation) {
    return (int) Math.max(1, degrees / inflation);
  }

  private static double[] ratios(Forks before, Forks after, Workspace workspace) {
    Draws draws = new Draws(31L * before.hashOfValues() + after.hashOfValues());
    before.drawMeans(draws, workspace, workspace.bases);
    after.drawMeans(draws, workspace, workspace.heads);
    double[] ratios = workspace.heads;
    for (int i = 0; i < DRAWS; i++) {
      ratios[i] = ratio(ratios[i], workspace.bases[i]);
    }
    return ratios;
  }

  private static double ratio(double head, double base) {
    return head == base ? 1 : head / base;
  }
}
