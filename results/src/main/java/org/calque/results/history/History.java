package org.calque.results.history;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.calque.results.diff.Rulers;
import org.calque.results.stats.ChangePoints;

/**
 * Many runs as series.
 *
 * @param runs ids in the order of time
 * @param series those that moved first; else in the order in which their benchmarks came
 * @param warnings what to beware of, one line each
 * @param rulers how many series of rulers there are, which are not among the others
 * @param pointsNeeded the fewest results in which a shift can be seen
 */
public record History(
    List<String> runs, List<Series> series, List<String> warnings, int rulers, int pointsNeeded) {

  /** Copies the lists. */
  public History {
    runs = List.copyOf(runs);
    series = List.copyOf(series);
    warnings = List.copyOf(warnings);
  }

  /**
   * The history of these runs.
   *
   * @param given in any order; in the order of time where one does not say when it started
   * @param threshold smallest relative change of the median that counts, such as 0.03 for 3 %
   * @param now a run that started later has a wrong clock
   */
  public static History of(List<RunValues> given, double threshold, Instant now) {
    RunOrder order = new RunOrder();
    List<RunValues> runs = order.order(given, now);
    SeriesOfRuns sorted = SeriesOfRuns.of(runs);
    ChangePoints method = ChangePoints.DEFAULT;
    List<Series> moved = new ArrayList<>();
    List<Series> still = new ArrayList<>();
    int rulers = 0;
    for (var one : sorted.series().entrySet()) {
      if (Rulers.isRuler(one.getKey().benchmark())) {
        rulers++;
      } else {
        List<Shift> shifts = Shifts.of(one.getValue(), method, threshold);
        (shifts.isEmpty() ? still : moved).add(new Series(one.getKey(), one.getValue(), shifts));
      }
    }
    return new History(
        runs.stream().map(RunValues::run).toList(),
        Stream.concat(moved.stream(), still.stream()).toList(),
        Stream.concat(order.warnings().stream(), sorted.warnings().stream()).toList(),
        rulers,
        method.valuesNeeded());
  }

  /** The number of series that moved. */
  public int moved() {
    return (int) series.stream().filter(one -> !one.shifts().isEmpty()).count();
  }

  /** The series with too few results for a shift to be seen. */
  public List<Series> tooShort() {
    return series.stream().filter(one -> one.measured() < pointsNeeded).toList();
  }
}
