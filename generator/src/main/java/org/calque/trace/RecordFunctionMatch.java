package org.calque.trace;

import java.util.Arrays;
import java.util.Optional;

/**
 * Joins nodes with events by the number that PyTorch gives every recorded call of a process, if
 * both files have it. Their names must be equal, too: numbers of another process mean nothing.
 */
final class RecordFunctionMatch {
  /** Below this many, equal names may be chance unless they are half of what there is. */
  private static final int CONVINCING = 16;

  /** One in so many numbers may lead to another name before all are mistrusted. */
  private static final int TRUSTED_PER_WRONG = 20;

  private RecordFunctionMatch() {}

  /** The match, or nothing if the numbers of one file are not those of the other. */
  static Optional<EventMatch> of(ExecutionTrace trace, KinetoTrace timeline, EventNames names) {
    RowIndex index = new RowIndex(timeline.cpu().size(), timeline.cpu()::recordFunction);
    int[] rows = new int[trace.size()];
    Arrays.fill(rows, -1);
    int nodes = 0;
    int numbered = 0;
    int equal = 0;
    int unequal = 0;
    int repeated = 0;
    for (int node = 0; node < rows.length; node++) {
      if (names.isFrame(node)) {
        continue;
      }
      nodes++;
      long number = trace.columns().recordFunctions()[node];
      if (number == 0) {
        continue;
      }
      numbered++;
      int place = index.place(number);
      if (!index.isAt(place, number)) {
        continue;
      }
      if (index.isAt(place + 1, number)) {
        repeated++;
      } else if (names.ofEvent(index.row(place)) == names.ofNode(node)) {
        rows[node] = index.row(place);
        equal++;
      } else {
        unequal++;
      }
    }
    int most = Math.min(numbered, index.size());
    if (equal == 0
        || unequal * TRUSTED_PER_WRONG > equal
        || (equal < CONVINCING && equal * 2 < most)) {
      return Optional.empty();
    }
    equal -= withoutRepetitions(rows, timeline.cpu().size());
    return Optional.of(
        new EventMatch(
            Timings.Method.RECORD_FUNCTION,
            rows,
            nodes,
            1,
            1,
            true,
            remark(nodes - equal, nodes - numbered, unequal, repeated)));
  }

  /** An event is one node only; the first of several takes it. */
  private static int withoutRepetitions(int[] rows, int events) {
    boolean[] taken = new boolean[events];
    int repeated = 0;
    for (int node = 0; node < rows.length; node++) {
      if (rows[node] >= 0) {
        if (taken[rows[node]]) {
          rows[node] = -1;
          repeated++;
        } else {
          taken[rows[node]] = true;
        }
      }
    }
    return repeated;
  }

  private static String remark(int missing, int unnumbered, int unequal, int repeated) {
    if (missing == 0) {
      return "";
    }
    StringBuilder remark = new StringBuilder(missing + " nodes have no time");
    String separator = ": ";
    if (unnumbered > 0) {
      remark.append(separator).append(unnumbered).append(" have no record function id");
      separator = ", ";
    }
    if (unequal > 0) {
      remark.append(separator).append(unequal).append(" have the id of an event of another name");
      separator = ", ";
    }
    if (repeated > 0) {
      remark.append(separator).append(repeated).append(" have an id that several events have");
      separator = ", ";
    }
    int absent = missing - unnumbered - unequal - repeated;
    if (absent > 0) {
      remark.append(separator).append(absent).append(" have an id that is not in the timeline");
    }
    return remark.toString();
  }
}
