package org.calque.launcher;

import java.util.ArrayList;
import java.util.List;
import org.calque.launcher.Difference.Weight;
import org.calque.results.Run;
import org.calque.runtime.ReplayException;

/** A run is of one machine and one software: it cannot be resumed on others. */
final class SameConditions {
  private SameConditions() {}

  /**
   * Compares a run with what it would be if it began now.
   *
   * @throws ReplayException if they differ, naming in what
   */
  static void check(Run begun, Run now) {
    Differences differences = RunComparison.between(begun, now);
    List<String> others = new ArrayList<>(differences.of(Weight.WORK));
    others.addAll(differences.of(Weight.PLATFORM));
    if (!others.isEmpty()) {
      throw new ReplayException(
          "the run "
              + begun.id()
              + " cannot be resumed, start a new one: "
              + String.join("; ", others));
    }
  }
}
