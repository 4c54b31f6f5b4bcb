package org.calque.results.diff;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.calque.results.BenchmarkKey;
import org.calque.results.Metric;
import org.calque.results.Sample;

/** Judges samples without runs around them, for simulations of many comparisons. */
public final class Judged {
  private Judged() {}

  /** What becomes of times of one comparison, row by row. */
  public static List<State> states(List<Sample> bases, List<Sample> heads, Criteria criteria) {
    List<Row> rows = new ArrayList<>();
    for (int i = 0; i < bases.size(); i++) {
      Side base = Side.of(new Metric(Metric.PRIMARY, "us/op", Double.NaN, bases.get(i)));
      Side head = Side.of(new Metric(Metric.PRIMARY, "us/op", Double.NaN, heads.get(i)));
      BenchmarkKey key = new BenchmarkKey("a.B.m" + i, "avgt", 1, Map.of());
      rows.add(
          new Row(
              key,
              Metric.PRIMARY,
              "us/op",
              base,
              head,
              head.over(base),
              null,
              Double.NaN,
              State.INCONCLUSIVE,
              true,
              ""));
    }
    return new Judge(criteria).judge(rows).stream().map(Row::state).toList();
  }
}
