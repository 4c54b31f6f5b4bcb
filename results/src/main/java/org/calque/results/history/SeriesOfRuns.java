package org.calque.results.history;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.calque.results.BenchmarkKey;

/** Sorts the values of runs into series, and says where one ends because the next is another. */
final class SeriesOfRuns {
  private final Map<SeriesKey, List<Point>> series = new LinkedHashMap<>();

  /** The series that a metric of a benchmark was in last. */
  private final Map<String, SeriesKey> current = new HashMap<>();

  /** Series of a benchmark that have a result, in the order of the first. */
  private final Map<BenchmarkKey, List<SeriesKey>> withResults = new HashMap<>();

  private final List<String> warnings = new ArrayList<>();

  /**
   * Sorts.
   *
   * @param runs in the order of time
   */
  static SeriesOfRuns of(List<RunValues> runs) {
    SeriesOfRuns all = new SeriesOfRuns();
    runs.forEach(run -> run.values().forEach(all::know));
    runs.forEach(run -> run.values().forEach(value -> all.add(run, value)));
    return all;
  }

  Map<SeriesKey, List<Point>> series() {
    return series;
  }

  List<String> warnings() {
    return warnings;
  }

  private void know(RunValues.Value value) {
    SeriesKey key = value.key();
    if (key.primary() && !key.unit().isEmpty()) {
      List<SeriesKey> known =
          withResults.computeIfAbsent(key.benchmark(), unused -> new ArrayList<>());
      if (!known.contains(key)) {
        known.add(key);
      }
    }
  }

  private void add(RunValues run, RunValues.Value value) {
    boolean nameless = value.key().unit().isEmpty() && value.failure() != null;
    SeriesKey key = nameless ? seriesOfFailure(value.key()) : value.key();
    String measured = key.benchmark() + " " + key.metric();
    SeriesKey before = current.put(measured, key);
    if (before != null && !before.equals(key)) {
      warnings.add(
          key.benchmark()
              + (key.primary() ? "" : " " + key.metric())
              + " is another measurement from "
              + run.run()
              + " on: "
              + key.differsFrom(before)
              + "; it has a series of its own");
    }
    series
        .computeIfAbsent(key, unused -> new ArrayList<>())
        .add(new Point(run.run(), run.started(), value.number(), value.failure()));
  }

  /** A failure has no unit: it stands where the benchmark's results of that trace do. */
  private SeriesKey seriesOfFailure(SeriesKey failure) {
    SeriesKey now = current.get(failure.benchmark() + " " + failure.metric());
    if (now != null && (failure.trace() == null || failure.trace().equals(now.trace()))) {
      return now;
    }
    return withResults.getOrDefault(failure.benchmark(), List.of()).stream()
        .filter(key -> failure.trace() == null || failure.trace().equals(key.trace()))
        .findFirst()
        .orElse(failure);
  }
}
