package org.calque.results.history;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Puts runs in the order of time, and names those whose clock cannot be right. */
final class RunOrder {
  /** Clocks of two machines differ by seconds without anything being wrong. */
  private static final Duration TOLERANCE = Duration.ofMinutes(5);

  private final List<String> warnings = new ArrayList<>();

  /** What to beware of, one line each. */
  List<String> warnings() {
    return warnings;
  }

  /**
   * By start; as given when a run does not know its start. A run that is there twice counts once.
   */
  List<RunValues> order(List<RunValues> given, Instant now) {
    List<RunValues> runs = distinct(given);
    runs.forEach(run -> checkClock(run, now));
    long unknown = runs.stream().filter(run -> run.started() == null).count();
    if (unknown > 0) {
      if (unknown < runs.size()) {
        warnings.add(
            unknown
                + " of "
                + runs.size()
                + " runs do not say when they started: all are kept in the order given");
      }
      return runs;
    }
    checkSameInstant(runs);
    runs.sort(Comparator.comparing(RunValues::started).thenComparing(RunValues::run));
    return runs;
  }

  private List<RunValues> distinct(List<RunValues> given) {
    Set<String> seen = new HashSet<>();
    List<RunValues> runs = new ArrayList<>();
    for (RunValues run : given) {
      // Plain JMH files are named after the file, and files of one name are not one run.
      if (run.started() == null || seen.add(run.run())) {
        runs.add(run);
      } else {
        warnings.add(run.run() + " is given twice, and counts once");
      }
    }
    return runs;
  }

  private void checkClock(RunValues run, Instant now) {
    Instant started = run.started();
    if (started == null) {
      return;
    }
    if (run.finished() != null && run.finished().isBefore(started)) {
      warnings.add(
          run.run() + " finished before it started: a clock jumped, its place may be wrong");
    }
    if (started.isAfter(now.plus(TOLERANCE))) {
      warnings.add(run.run() + " started in the future: a clock is wrong, its place may be too");
    }
  }

  private void checkSameInstant(List<RunValues> runs) {
    Map<Instant, String> seen = new HashMap<>();
    for (RunValues run : runs) {
      String other = seen.putIfAbsent(run.started(), run.run());
      if (other != null) {
        warnings.add(
            other + " and " + run.run() + " started at the same instant: which came first is open");
      }
    }
  }
}
