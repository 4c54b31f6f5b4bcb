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

  private Forks(double[][] iterations, double[] means) {
    this.iterations = iterations;
    this.means = means;
    this.mean = Arrays.stream(means).average().orElse(Double.NaN);
  }

  static Forks of(Sample sample) {
    double[][] iterations = new double[sample.forks()][];
    Arrays.setAll(iterations, sample::iterations);
    return new Forks(iterations, sample.forkMeans());
  }

  /** Whether there are forks to draw from, none of them negative. */
  boolean usable() {
    return means.length >= 2 && Arrays.stream(means).allMatch(value -> value >= 0);
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
    return Arrays.stream(means).allMatch(value -> value == means[0]);
  }

  /** Means of that many draws of forks and iterations, which vary as {@link #mean} does. */
  double[] drawnMeans(Draws draws, int count) {
    double[] pool = pool(draws);
    double scale = scale();
    double[] drawn = new double[count];
    for (int i = 0; i < count; i++) {
      double sum = 0;
      for (int fork = 0; fork < means.length; fork++) {
        sum += pool[draws.below(pool.length)];
      }
      drawn[i] = Math.max(0, mean + scale * (sum / means.length - mean));
    }
    return drawn;
  }

  private double[] pool(Draws draws) {
    double[] pool = new double[means.length * MEANS];
    int next = 0;
    for (double[] values : iterations) {
      for (int i = 0; i < MEANS; i++) {
        double sum = 0;
        for (int j = 0; j < values.length; j++) {
          sum += values[draws.below(values.length)];
        }
        pool[next++] = sum / values.length;
      }
    }
    return pool;
  }

  /**
   * What turns the standard deviation of drawn means into that of the mean. With s2 the variance of
   * the fork means, the mean has the variance s2/n. Drawn means have ((n-1)/n s2 + w)/n, where w is
   * the variance that drawing the iterations gives to the mean of a fork. Linear, as the rescaled
   * bootstrap of Rao and Wu (JASA 83, 1988).
   */
  private double scale() {
    int n = means.length;
    double between = varianceOfForks();
    double within = 0;
    for (double[] values : iterations) {
      double average = Arrays.stream(values).average().orElse(Double.NaN);
      double squares = 0;
      for (double value : values) {
        squares += (value - average) * (value - average);
      }
      within += squares / values.length / values.length / n;
    }
    double drawn = between * (n - 1) / n + within;
    return drawn == 0 ? 0 : Math.sqrt(between / drawn);
  }

  private double varianceOfForks() {
    double squares = 0;
    for (double value : means) {
      squares += (value - mean) * (value - mean);
    }
    return squares / (means.length - 1);
  }

  /**
   * Degrees of freedom of the logarithm of the ratio of the two means: those that Welch (Biometrika
   * 34, 1947) gives to a difference, of variances relative to the means.
   */
  static double degreesOfFreedom(Forks a, Forks b) {
    double first = a.varianceOfForks() / a.mean / a.mean / a.means.length;
    double second = b.varianceOfForks() / b.mean / b.mean / b.means.length;
    double sum = first + second;
    double degrees =
        sum * sum / (first * first / (a.means.length - 1) + second * second / (b.means.length - 1));
    // Never fewer than the smaller side has alone, but for rounding.
    return Math.max(degrees, Math.min(a.means.length, b.means.length) - 1);
  }
}
