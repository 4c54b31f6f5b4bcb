package org.calque.results.history;

import org.calque.results.BenchmarkKey;
import org.calque.results.Metric;

/**
 * What results must share to stand in one series: more than a benchmark's name, since a time and a
 * rate, or the steps of two traces, are different quantities.
 *
 * @param benchmark the benchmark with its mode, threads and parameters
 * @param metric {@link Metric#PRIMARY}, or the label of a secondary metric
 * @param unit of the values; empty where no run had a result
 * @param trace digest of the workload's trace; null when unknown
 * @param batchSize invocations that JMH took for one operation
 */
public record SeriesKey(
    BenchmarkKey benchmark, String metric, String unit, String trace, int batchSize) {

  /** Whether it is what the benchmark itself measures. */
  public boolean primary() {
    return metric.equals(Metric.PRIMARY);
  }

  /** What of two keys of one benchmark and metric differs, in words. */
  String differsFrom(SeriesKey other) {
    if (!unit.equals(other.unit)) {
      return "its unit is " + unit + ", no longer " + other.unit;
    }
    if (batchSize != other.batchSize) {
      return "its batch size is " + batchSize + ", no longer " + other.batchSize;
    }
    return "its trace is " + abbreviated(trace) + ", no longer " + abbreviated(other.trace);
  }

  private static String abbreviated(String digest) {
    return digest == null ? "unknown" : digest.substring(0, Math.min(12, digest.length()));
  }
}
