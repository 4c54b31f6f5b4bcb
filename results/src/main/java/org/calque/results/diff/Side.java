package org.calque.results.diff;

import java.util.Arrays;
import org.calque.results.Metric;
import org.calque.results.Sample;

/**
 * A metric on one side of a comparison. The sample is the mean of each fork: iterations of one fork
 * share its heap layout and compiled code, so they are not independent of each other.
 *
 * @param sample its iterations by fork
 * @param center mean of the fork means; JMH's score when there is no sample
 * @param spread largest distance of a fork mean from the center, as a part of the center; NaN with
 *     less than two forks
 */
public record Side(Sample sample, double center, double spread) {

  static Side of(Metric metric) {
    double[] means = metric.sample().forkMeans();
    if (means.length == 0) {
      return new Side(Sample.EMPTY, metric.score(), Double.NaN);
    }
    double sum = 0;
    for (double mean : means) {
      sum += mean;
    }
    double center = sum / means.length;
    double farthest = 0;
    for (double mean : means) {
      farthest = Math.max(farthest, Math.abs(mean - center));
    }
    double spread = farthest == 0 ? 0 : farthest / Math.abs(center);
    return new Side(metric.sample(), center, means.length < 2 ? Double.NaN : spread);
  }

  /** Number of forks in the sample. */
  public int forks() {
    return sample.forks();
  }

  double[] forkMeans() {
    return sample.forkMeans();
  }

  /** This side over another; 1 when both centers are 0. */
  double over(Side other) {
    return center == other.center ? 1 : center / other.center;
  }

  @Override
  public String toString() {
    return center + " of " + Arrays.toString(forkMeans());
  }
}
