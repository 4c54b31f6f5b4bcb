package org.calque.results.diff;

import java.util.regex.Pattern;
import org.calque.results.BenchmarkKey;

/**
 * The smallest change that counts, for some rows.
 *
 * @param benchmark what has to be found in the name of the benchmark, as JMH finds the benchmarks
 *     that it is asked for; null for every benchmark
 * @param metric name of a metric, or the unit of some; null for every metric
 * @param change relative to base, such as 0.03 for 3 %; not negative
 */
public record Threshold(Pattern benchmark, String metric, double change) {

  /**
   * Checks the range.
   *
   * @throws IllegalArgumentException when the change is negative or not finite
   */
  public Threshold {
    if (!(change >= 0 && change < Double.POSITIVE_INFINITY)) {
      throw new IllegalArgumentException("threshold is " + change + "; expected 0 or more");
    }
  }

  boolean appliesTo(BenchmarkKey key, String name, String unit) {
    return (benchmark == null || benchmark.matcher(key.benchmark()).find())
        && (metric == null || metric.equals(name) || metric.equals(unit));
  }
}
