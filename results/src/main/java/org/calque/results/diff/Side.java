package org.calque.results.diff;

import java.util.Arrays;
import java.util.List;
import org.calque.results.Metric;

/**
 * A metric on one side of a comparison. The sample is the mean of each fork: iterations of one fork
 * share its heap layout and compiled code, so they are not independent of each other.
 *
 * @param forkMeans the sample
 * @param median of the sample; JMH's score when there is no sample
 * @param spread largest distance of a fork mean from the median, as a part of the median; NaN with
 *     less than two forks
 */
public record Side(List<Double> forkMeans, double median, double spread) {

  /** Copies the sample. */
  public Side {
    forkMeans = List.copyOf(forkMeans);
  }

  static Side of(Metric metric) {
    double[] sorted = metric.forkMeans().stream().mapToDouble(x -> x).sorted().toArray();
    if (sorted.length == 0) {
      return new Side(List.of(), metric.score(), Double.NaN);
    }
    int n = sorted.length;
    double median = (sorted[(n - 1) / 2] + sorted[n / 2]) / 2;
    double farthest = Math.max(median - sorted[0], sorted[n - 1] - median);
    double spread = farthest == 0 ? 0 : farthest / Math.abs(median);
    return new Side(metric.forkMeans(), median, n < 2 ? Double.NaN : spread);
  }

  /** Number of forks in the sample. */
  public int forks() {
    return forkMeans.size();
  }

  double[] sample() {
    return forkMeans.stream().mapToDouble(x -> x).toArray();
  }

  /** This side over another; 1 when both medians are 0. */
  double over(Side other) {
    return median == other.median ? 1 : median / other.median;
  }

  @Override
  public String toString() {
    return median + " of " + Arrays.toString(sample());
  }
}
