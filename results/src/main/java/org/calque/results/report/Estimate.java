package org.calque.results.report;

import java.util.Arrays;
import java.util.function.DoubleUnaryOperator;
import java.util.stream.IntStream;
import org.apache.commons.statistics.distribution.TDistribution;
import org.calque.results.Metric;
import org.calque.results.Sample;

/**
 * A score and the interval that it lies in: Student's t at 95 %.
 *
 * @param value JMH's score
 * @param low lower end; NaN where there is no interval
 * @param high upper end; NaN where there is no interval
 * @param basis what the interval is made from
 * @param forks forks with a result
 * @param iterations of all forks
 */
public record Estimate(
    double value, double low, double high, Basis basis, int forks, int iterations) {

  /** What an interval is made from. */
  public enum Basis {
    /** The means of the forks, which are independent of each other. */
    FORKS("95 % interval over forks"),
    /**
     * The iterations of a single fork. They share its heap layout and compiled code, so another
     * fork may lie outside.
     */
    ITERATIONS("95 % interval over the iterations of one fork, too narrow for what another gives"),
    /** One value, no values, or a score that is no mean, such as a sum. */
    NONE("no interval");

    private final String words;

    Basis(String words) {
      this.words = words;
    }

    /** For a person. */
    public String words() {
      return words;
    }
  }

  /** Nothing was measured. */
  static final Estimate NONE = new Estimate(Double.NaN, Double.NaN, Double.NaN, Basis.NONE, 0, 0);

  /** How far a score may be from the mean of the sample to be one. */
  private static final double SAME = 0.01;

  /** The estimate of a metric. */
  public static Estimate of(Metric metric) {
    Sample sample = metric.sample();
    int forks = sample.forks();
    int iterations = IntStream.range(0, forks).map(f -> sample.iterations(f).length).sum();
    boolean single = forks == 1;
    double[] values = single ? sample.iterations(0) : sample.forkMeans();
    double mean = Arrays.stream(values).average().orElse(Double.NaN);
    boolean isMean = Math.abs(mean - metric.score()) <= SAME * Math.abs(metric.score());
    if (values.length < 2 || !isMean) {
      return new Estimate(metric.score(), Double.NaN, Double.NaN, Basis.NONE, forks, iterations);
    }
    double half = halfWidth(values, mean);
    // With few noisy forks the interval of a time may reach below 0, where no time is.
    boolean positive = Arrays.stream(values).allMatch(x -> x > 0);
    double low = positive ? Math.max(0, mean - half) : mean - half;
    return new Estimate(
        metric.score(),
        low,
        mean + half,
        single ? Basis.ITERATIONS : Basis.FORKS,
        forks,
        iterations);
  }

  private static double halfWidth(double[] values, double mean) {
    int n = values.length;
    double squares = Arrays.stream(values).map(x -> (x - mean) * (x - mean)).sum();
    double error = Math.sqrt(squares / (n - 1) / n);
    return error * TDistribution.of(n - 1).inverseSurvivalProbability(0.025);
  }

  /** Whether there is an interval. */
  public boolean hasInterval() {
    return basis != Basis.NONE;
  }

  /** The same in another unit; a unit that turns over swaps the ends, and 0 becomes infinity. */
  public Estimate map(DoubleUnaryOperator change) {
    double a = change.applyAsDouble(low);
    double b = change.applyAsDouble(high);
    return new Estimate(
        change.applyAsDouble(value), Math.min(a, b), Math.max(a, b), basis, forks, iterations);
  }

  /** {@code 3.270 [3.201, 3.339] ms/op}. */
  String words(String unit) {
    return Figures.value(value)
        + (hasInterval() ? " [" + Figures.value(low) + ", " + Figures.value(high) + "]" : "")
        + " "
        + unit;
  }
}
