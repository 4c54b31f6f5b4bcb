package org.calque.results.diff;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.calque.results.Entry;
import org.calque.results.Run;
import org.calque.results.Status;

/** Why a comparison is not the whole answer. */
final class Gaps {
  private final List<String> lines = new ArrayList<>();

  private Gaps() {}

  static List<String> of(Run base, Run head, List<Row> rows, int forksNeeded, String moved) {
    Gaps gaps = new Gaps();
    if (!moved.isEmpty()) {
      gaps.lines.add("verdict withdrawn: the machine moved, " + moved);
    }
    gaps.unfinished("base", base);
    gaps.unfinished("head", head);
    gaps.withoutResult(head);
    if (rows.stream().noneMatch(Row::measured)) {
      gaps.lines.add("nothing was compared: no benchmark has a comparable result in both runs");
    } else if (forksNeeded > 0) {
      gaps.lines.add(
          "no regression can show with so few forks: give both runs at least "
              + forksNeeded
              + " (JMH's -f "
              + forksNeeded
              + ")");
    }
    return gaps.lines;
  }

  private void unfinished(String side, Run run) {
    if (run.started() != null && run.finished() == null) {
      lines.add(side + " has not finished: it is running, or it was killed");
    }
  }

  /** Such as {@code head has no result of 2 failed and 1 skipped}. */
  private void withoutResult(Run head) {
    Map<Status, Integer> counts = new LinkedHashMap<>();
    for (Entry entry : head.entries()) {
      if (entry.status() != Status.OK) {
        counts.merge(entry.status(), 1, Integer::sum);
      }
    }
    if (!counts.isEmpty()) {
      List<String> parts = new ArrayList<>();
      counts.forEach((status, n) -> parts.add(n + " " + status.label()));
      lines.add("benchmarks of head without a result: " + String.join(", ", parts));
    }
  }
}
