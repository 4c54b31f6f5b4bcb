package org.calque.results.diff;

import java.util.Arrays;
import org.calque.results.Metric;
import org.calque.results.Sample;

/**
 * A metric on one side of a comparison. The sample is the mean of each fork: iterations of one fork
 * share its heap layout and compiled code, so they are not independent of each other.
 *
 * @param sample its iterations by fork
 * @param median of the sample; JMH's score when there is no sample
 * @param spread largest distance of a fork mean from the median, as a part of the median; NaN with
 *     less than two forks
 */
public record Side(Sample sample, double median, double spread) {

  static Side of(Metric metric) {
    double[] sorted = Arrays.stream(metric.sample().forkMeans()).sorted().toArray();
    if (sorted.length == 0) {
      return new Side(Sample.EMPTY, metric.score(), Double.NaN);
    }
    int n = sorted.length;
    double median = (sorted[(n - 1) / 2] + sorted[n / 2]) / 2;
    double farthest = Math.max(median - sorted[0], sorted[n - 1] - median);
    double spread = farthest == 0 ? 0 : farthest / Math.abs(median);
    return new Side(metric.sample(), median, n < 2 ? Double.NaN : spread);
  }

  /** Number of forks in the sample. */
  public int forks() {
    return sample.forks();
  }

  double[] forkMeans() {
    return sample.forkMeans();
  }

  /** This side over another; 1 when both medians are 0. */
  double over(Side other) {
    return median == other.median ? 1 : median / other.median;
  }

  @Override
  public String toString() {
    return median + " of " + Arrays.toString(forkMeans());
  }
}
