package org.calque.results.history;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;
import org.calque.results.Entry;
import org.calque.results.Metric;
import org.calque.results.Run;
import org.calque.results.Status;
import org.calque.results.WorkloadFacts;

/**
 * What a history keeps of a run: a number for each metric. JMH's records, which take most of the
 * memory, are let go, so that hundreds of runs fit.
 *
 * @param run id
 * @param started null when unknown
 * @param finished null when unknown
 * @param values in the order of the run's entries
 */
public record RunValues(String run, Instant started, Instant finished, List<Value> values) {

  /**
   * A metric of one benchmark.
   *
   * @param key its series; without a unit where there is no result
   * @param number the median of the means of the forks, or JMH's score where there are none; NaN
   *     where there is no finite result
   * @param failure why there is no result, in one line; null where there is one
   */
  record Value(SeriesKey key, double number, String failure) {}

  /** What the history needs of that run. */
  public static RunValues of(Run run) {
    List<Value> values = new ArrayList<>();
    for (Entry entry : run.entries()) {
      String trace = run.workloadOf(entry).map(WorkloadFacts::traceSha256).orElse(null);
      if (entry.status() == Status.OK) {
        int batchSize = entry.jmh().settings().batchSize();
        for (Metric metric : Metric.of(entry)) {
          values.add(value(entry, metric, trace, batchSize));
        }
      } else {
        SeriesKey key = new SeriesKey(entry.key(), Metric.PRIMARY, "", trace, 1);
        values.add(new Value(key, Double.NaN, entry.outcome()));
      }
    }
    return new RunValues(run.id(), run.started(), run.finished(), List.copyOf(values));
  }

  /** The same with those benchmarks alone in whose names the pattern is found; all for null. */
  public RunValues matching(Pattern pattern) {
    return pattern == null
        ? this
        : new RunValues(
            run,
            started,
            finished,
            values.stream()
                .filter(value -> pattern.matcher(value.key().benchmark().benchmark()).find())
                .toList());
  }

  private static Value value(Entry entry, Metric metric, String trace, int batchSize) {
    SeriesKey key = new SeriesKey(entry.key(), metric.name(), metric.unit(), trace, batchSize);
    double number = center(metric);
    boolean finite = Double.isFinite(number);
    return new Value(
        key, finite ? number : Double.NaN, finite ? null : "its result is not a finite number");
  }

  private static double center(Metric metric) {
    double[] means = metric.sample().forkMeans();
    return means.length == 0 ? metric.score() : median(means);
  }

  static double median(double[] values) {
    double[] sorted = values.clone();
    Arrays.sort(sorted);
    int n = sorted.length;
    return (sorted[(n - 1) / 2] + sorted[n / 2]) / 2;
  }
}
