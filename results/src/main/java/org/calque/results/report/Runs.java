package org.calque.results.report;

import java.util.List;
import org.calque.results.Run;

/**
 * The runs of a report and what they are called in it.
 *
 * @param all in the order given; at least one
 */
record Runs(List<Run> all) {
  /** More in one chart could not be told apart. */
  private static final int CHARTED = 4;

  int count() {
    return all.size();
  }

  /** A short name: ids are too long for a legend. */
  String label(int run) {
    return switch (all.size()) {
      case 1 -> "run";
      case 2 -> run == 0 ? "base" : "head";
      default -> "run " + (run + 1);
    };
  }

  /** Whether charts that compare runs side by side show this one: the last few. */
  boolean charted(int run) {
    return run >= all.size() - CHARTED;
  }

  /** What such a chart leaves out; empty for nothing. */
  String leftOut() {
    return all.size() <= CHARTED
        ? ""
        : " The chart has the last " + CHARTED + " runs, the table all " + all.size() + ".";
  }
}
