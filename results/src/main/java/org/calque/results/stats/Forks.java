package org.calque.results.stats;

import java.util.Arrays;
import org.calque.results.Sample;

/** One side of a ratio, as the bootstrap draws from it. */
final class Forks {
  /**
   * Means of drawn iterations, made once for each fork and then drawn from. Of five iterations
   * there are 126 different draws; drawing them anew each time would cost five times as much and
   * change nothing that shows.
   */
  private static final int MEANS = 64;

  private final double[][] iterations;
  private final double[] means;
  private final double mean;
  private final double variance;

  private Forks(double[][] iterations, double[] means) {
    this.iterations = iterations;
    this.means = means;
    this.mean = mean(means);
    this.variance = squares(means, mean) / (means.length - 1);
  }

  static Forks of(Sample sample) {
    double[][] iterations = new double[sample.forks()][];
    for (int fork = 0; fork < iterations.length; fork++) {
      iterations[fork] = sample.iterations(fork);
    }
    return new Forks(iterations, sample.forkMeans());
  }

  /** Whether there are forks to draw from, none of them negative. */
  boolean usable() {
    boolean usable = means.length >= 2;
    for (double value : means) {
      usable &= value >= 0;
    }
    return usable;
  }

  /** The mean of the fork means, so that a fork counts once however many iterations it had. */
  double mean() {
    return mean;
  }

  int hashOfValues() {
    return Arrays.deepHashCode(iterations);
  }

  /** Whether all forks have the same mean, so that they tell nothing of noise. */
  boolean constant() {
    boolean constant = true;
    for (double value : means) {
      constant &= value == means[0];
    }
    return constant;
  }

  /** Fills with means of draws of forks and iterations, which vary as {@link #mean} does. */
  void drawMeans(Draws draws, Workspace workspace, double[] drawn) {
    double[] pool = workspace.pool(means.length * MEANS);
    fill(pool, draws);
    double scale = scale();
    for (int i = 0; i < drawn.length; i++) {
      double sum = draws.sum(means.length, pool);
      drawn[i] = Math.max(0, mean + scale * (sum / means.length - mean));
    }
  }

  private void fill(double[] pool, Draws draws) {
    int next = 0;
    for (double[] values : iterations) {
      for (int i = 0; i < MEANS; i++) {
        pool[next++] = draws.sum(values.length, values) / values.length;
      }
    }
  }

  /**
   * What turns the standard deviation of drawn means into that of the mean. With s2 the variance of
   * the fork means, the mean has the variance s2/n. Drawn means have ((n-1)/n s2 + w)/n, where w is
   * the variance that drawing the iterations gives to the mean of a fork. Linear, as the rescaled
   * bootstrap of Rao and Wu (JASA 83, 1988).
   */
  private double scale() {
    int n = means.length;
    double within = 0;
    for (double[] values : iterations) {
      within += squares(values, mean(values)) / values.length / values.length / n;
    }
    double drawn = variance * (n - 1) / n + within;
    return drawn == 0 ? 0 : Math.sqrt(variance / drawn);
  }

  private static double mean(double[] values) {
    double sum = 0;
    for (double value : values) {
      sum += value;
    }
    return sum / values.length;
  }

  private static double squares(double[] values, double mean) {
    double squares = 0;
    for (double value : values) {
      squares += (value - mean) * (value - mean);
    }
    return squares;
  }

  /**
   * The correlation of each fork with the next, with 1/n added: so much too low it is where there
   * is none (Kendall and Stuart, The Advanced Theory of Statistics, section 48.3).
   */
  double serialCorrelation() {
    if (variance == 0 || means.length < 3) {
      return 0;
    }
    double products = 0;
    for (int i = 1; i < means.length; i++) {
      products += (means[i - 1] - mean) * (means[i] - mean);
    }
    return products / squares(means, mean) + 1.0 / means.length;
  }

  /**
   * Degrees of freedom of the logarithm of the ratio of the two means: those that Welch (Biometrika
   * 34, 1947) gives to a difference, of variances relative to the means.
   */
  static double degreesOfFreedom(Forks a, Forks b) {
    double first = a.variance / a.mean / a.mean / a.means.length;
    double second = b.variance / b.mean / b.mean / b.means.length;
    double sum = first + second;
    double degrees =
        sum * sum / (first * first / (a.means.length - 1) + second * second / (b.means.length - 1));
    // Never fewer than the smaller side has alone, but for rounding.
    return Math.max(degrees, Math.min(a.means.length, b.means.length) - 1);
  }
}
