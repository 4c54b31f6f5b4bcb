package org.calque.results.diff;

import java.util.ArrayList;
import java.util.List;
import org.calque.results.Run;

/**
 * Two runs side by side.
 *
 * @param base what to compare with
 * @param head what to judge
 * @param criteria when a difference counts
 * @param rows in the order of head, then what base alone has; the metrics of a benchmark together,
 *     its primary one first
 * @param notComparable what is on both sides and measures different things
 * @param warnings what makes the comparison less sure than it looks, one line each
 */
public record Comparison(
    Run base,
    Run head,
    Criteria criteria,
    List<Row> rows,
    List<NotComparable> notComparable,
    List<String> warnings) {

  /** Copies the lists. */
  public Comparison {
    rows = List.copyOf(rows);
    notComparable = List.copyOf(notComparable);
    warnings = List.copyOf(warnings);
  }

  /** Compares two runs. */
  public static Comparison of(Run base, Run head, Criteria criteria) {
    Drafts drafts = Drafts.of(base, head, criteria);
    Judge judge = new Judge(criteria);
    List<String> warnings = new ArrayList<>(Caveats.of(base, head));
    if (drafts.rows().stream().noneMatch(Row::measured)) {
      warnings.add("nothing was compared: no benchmark has a comparable result in both runs");
    }
    int forks = judge.forksMissing(drafts.rows());
    if (forks > 0) {
      warnings.add(
          "no regression can show with so few forks: give both runs at least "
              + forks
              + " (JMH's -f "
              + forks
              + ")");
    }
    return new Comparison(
        base, head, criteria, judge.judge(drafts.rows()), drafts.notComparable(), warnings);
  }

  /** Whether head is worse: a row that decides has regressed or is newly failing. */
  public boolean regressed() {
    return rows.stream().anyMatch(Row::bad);
  }

  /** Rows in that state, those that do not decide included. */
  public long count(State state) {
    return rows.stream().filter(row -> row.state() == state).count();
  }
}
