package org.calque.results;

import java.util.Map;
import java.util.TreeMap;
import org.apache.commons.statistics.distribution.TDistribution;

/** Numbers and how often each came, summed up as JMH does in its records. */
final class Distribution {
  /** JMH's: the error is half the width of an interval that holds the mean with this confidence. */
  private static final double CONFIDENCE = 0.999;

  private final TreeMap<Double, Long> counts = new TreeMap<>();
  private long size;
  private double sum;

  void add(double value, long times) {
    if (times > 0 && !Double.isNaN(value)) {
      counts.merge(value, times, Long::sum);
      size += times;
      sum += value * times;
    }
  }

  /** NaN when there are no numbers. */
  double mean() {
    return sum / size;
  }

  double sum() {
    return sum;
  }

  /** Not for an empty one. */
  double smallest() {
    return counts.firstKey();
  }

  /** Not for an empty one. */
  double largest() {
    return counts.lastKey();
  }

  boolean isEmpty() {
    return size == 0;
  }

  /** NaN for two numbers or less, as in JMH. */
  double meanError() {
    if (size <= 2) {
      return Double.NaN;
    }
    double squares = 0;
    for (Map.Entry<Double, Long> one : counts.entrySet()) {
      double off = one.getKey() - mean();
      squares += off * off * one.getValue();
    }
    double quantile =
        TDistribution.of(size - 1.0).inverseCumulativeProbability(1 - (1 - CONFIDENCE) / 2);
    return quantile * Math.sqrt(squares / (size - 1)) / Math.sqrt(size);
  }

  /**
   * The percentile as JMH interpolates it: between the values at the ranks around {@code p (n + 1)
   * / 100}.
   *
   * @param percent from 0 to 100
   */
  double percentile(double percent) {
    double rank = percent * (size + 1) / 100;
    if (rank < 1) {
      return smallest();
    }
    if (rank >= size) {
      return largest();
    }
    long below = (long) Math.floor(rank);
    double low = atRank(below);
    return low + (rank - below) * (atRank(below + 1) - low);
  }

  private double atRank(long rank) {
    long seen = 0;
    for (Map.Entry<Double, Long> one : counts.entrySet()) {
      seen += one.getValue();
      if (seen >= rank) {
        return one.getKey();
      }
    }
    return largest();
  }
}
