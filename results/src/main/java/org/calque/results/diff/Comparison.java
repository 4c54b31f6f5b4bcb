package org.calque.results.diff;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.calque.results.Run;

/**
 * Two runs side by side.
 *
 * @param base what to compare with
 * @param head what to judge
 * @param criteria when a difference counts
 * @param rows in the order of head, then what base alone has; the metrics of a benchmark together,
 *     its primary one first
 * @param rulers rows of the benchmarks that tell whether the machine itself moved; they decide
 *     nothing and are not among the others
 * @param notComparable what is on both sides and measures different things
 * @param geometricMeans how the primary metrics of each unit moved together
 * @param forksNeeded how many forks a side would be enough for one row that has changed to be
 *     significant, when with the forks that there are no row can be; else 0
 * @param settings what of the surroundings differs: {@code machines}, {@code JVMs}, {@code LibTorch
 *     versions}; empty when nothing is known to
 * @param gaps why this is not the whole answer, one line each; empty when it is
 * @param warnings what makes the comparison less sure than it looks, one line each
 */
public record Comparison(
    Run base,
    Run head,
    Criteria criteria,
    List<Row> rows,
    List<Row> rulers,
    List<NotComparable> notComparable,
    List<GeometricMean> geometricMeans,
    int forksNeeded,
    List<String> settings,
    List<String> gaps,
    List<String> warnings) {

  /** Copies the lists. */
  public Comparison {
    rows = List.copyOf(rows);
    rulers = List.copyOf(rulers);
    notComparable = List.copyOf(notComparable);
    geometricMeans = List.copyOf(geometricMeans);
    settings = List.copyOf(settings);
    gaps = List.copyOf(gaps);
    warnings = List.copyOf(warnings);
  }

  /** Compares two runs. */
  public static Comparison of(Run base, Run head, Criteria criteria) {
    return of(Repetitions.of(base), Repetitions.of(head), criteria);
  }

  /** Compares the runs of one side with those of the other. */
  public static Comparison of(Repetitions bases, Repetitions heads, Criteria criteria) {
    Run base = bases.run();
    Run head = heads.run();
    Drafts drafts = Drafts.of(base, head, criteria);
    Map<Boolean, List<Row>> apart =
        drafts.rows().stream().collect(Collectors.partitioningBy(row -> Rulers.isRuler(row.key())));
    List<Row> rulers = Rulers.judge(apart.get(true), criteria);
    String moved = Rulers.moved(rulers);
    Judge judge = new Judge(criteria);
    List<Row> judged = judge.judge(apart.get(false));
    List<Row> rows = moved.isEmpty() ? judged : Rulers.withdraw(judged, moved);
    int forks = judge.forksMissing(judged);
    Caveats caveats = Caveats.between(base, head);
    List<String> warnings = new ArrayList<>(bases.warnings());
    warnings.addAll(heads.warnings());
    warnings.addAll(caveats.lines());
    Set<String> settings = new LinkedHashSet<>(caveats.settings());
    settings.addAll(bases.settings());
    settings.addAll(heads.settings());
    return new Comparison(
        base,
        head,
        criteria,
        rows,
        rulers,
        drafts.notComparable(),
        GeometricMean.of(rows),
        forks,
        List.copyOf(settings),
        Gaps.of(base, head, rows, forks, moved),
        warnings);
  }

  /** Whether head is worse: a row that decides has regressed or is newly failing. */
  public boolean regressed() {
    return rows.stream().anyMatch(Row::bad);
  }

  /** Rows in that state, those that do not decide included. */
  public long count(State state) {
    return rows.stream().filter(row -> row.state() == state).count();
  }

  /** What was found that someone may want to stop for. */
  public Set<Finding> findings() {
    Set<Finding> found = EnumSet.noneOf(Finding.class);
    for (Row row : rows) {
      if (row.gates()) {
        switch (row.state()) {
          case REGRESSED -> found.add(Finding.REGRESSION);
          case NEWLY_FAILING -> found.add(Finding.FAILING);
          case INCONCLUSIVE -> found.add(Finding.INCONCLUSIVE);
          case REMOVED -> found.add(Finding.MISSING);
          default -> {}
        }
      }
    }
    if (!gaps.isEmpty()) {
      found.add(Finding.INCOMPLETE);
    }
    if (!settings.isEmpty()) {
      found.add(Finding.MACHINE);
    }
    return found;
  }

  /** {@code 1 regressed, 3 unchanged}, of the rows that decide. */
  public String counts() {
    return Verdict.rows(this);
  }

  /**
   * The verdict in one line: what became of the rows that decide, and what makes that less sure,
   * such as {@code worse: 1 regressed, 25 unchanged; base and head ran on different machines}.
   */
  public String verdict() {
    return Verdict.line(this);
  }
}
