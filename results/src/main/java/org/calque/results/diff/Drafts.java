package org.calque.results.diff;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.calque.results.BenchmarkKey;
import org.calque.results.Entry;
import org.calque.results.Metric;
import org.calque.results.Run;
import org.calque.results.Status;

/** Lays out the rows of a comparison, not judged yet, and sets apart what cannot be compared. */
final class Drafts {
  private final Run base;
  private final Run head;
  private final Criteria criteria;
  private final List<Row> rows = new ArrayList<>();
  private final List<NotComparable> notComparable = new ArrayList<>();

  private Drafts(Run base, Run head, Criteria criteria) {
    this.base = base;
    this.head = head;
    this.criteria = criteria;
  }

  static Drafts of(Run base, Run head, Criteria criteria) {
    Drafts drafts = new Drafts(base, head, criteria);
    Pairing pairing = Pairing.of(base, head);
    pairing.both().forEach(drafts::compare);
    pairing.headOnly().forEach(drafts::add);
    pairing.baseOnly().forEach(drafts::remove);
    drafts.notComparable.addAll(pairing.unlike());
    return drafts;
  }

  List<Row> rows() {
    return rows;
  }

  List<NotComparable> notComparable() {
    return notComparable;
  }

  private void add(Entry entry) {
    if (unfinished(entry)) {
      settle(null, entry, State.INCONCLUSIVE, "not in base; head " + entry.outcome());
    } else if (ok(entry)) {
      settle(null, entry, State.ADDED, "");
    } else {
      settle(null, entry, State.NEWLY_FAILING, "not in base; " + reason(entry));
    }
  }

  private void remove(Entry entry) {
    settle(entry, null, State.REMOVED, ok(entry) ? "" : "base " + entry.outcome());
  }

  private void compare(Pairing.Pair pair) {
    Entry before = pair.base();
    Entry after = pair.head();
    if (unfinished(after)) {
      settle(before, after, State.INCONCLUSIVE, "head " + after.outcome());
    } else if (unfinished(before)) {
      State state = ok(after) ? State.INCONCLUSIVE : State.NEWLY_FAILING;
      settle(before, after, state, "base " + before.outcome());
    } else if (!ok(after)) {
      settle(before, after, ok(before) ? State.NEWLY_FAILING : State.STILL_FAILING, reason(after));
    } else if (!ok(before)) {
      settle(before, after, State.FIXED, "base " + before.outcome());
    } else {
      String unlike = Measured.unlike(new Measured(base, before), new Measured(head, after));
      if (unlike != null) {
        notComparable.add(new NotComparable(after.key().toString(), unlike));
      } else {
        compareMetrics(pair);
      }
    }
  }

  private static boolean ok(Entry entry) {
    return entry != null && entry.status() == Status.OK;
  }

  /** A benchmark whose turn did not come: that says nothing of it. */
  private static boolean unfinished(Entry entry) {
    return entry.status().unfinished();
  }

  /** Adds the row of a benchmark that has a result on one side at most. */
  private void settle(Entry before, Entry after, State state, String note) {
    Metric left = ok(before) ? Metric.of(before).get(0) : null;
    Metric right = ok(after) ? Metric.of(after).get(0) : null;
    BenchmarkKey key = (after == null ? before : after).key();
    rows.add(row(key, left, right, state, true, note));
  }

  /** The same where the state says already that it failed. */
  private static String reason(Entry entry) {
    boolean said = entry.status() == Status.FAILED && entry.cause() != null;
    return said ? entry.cause() : entry.outcome();
  }

  private void compareMetrics(Pairing.Pair pair) {
    BenchmarkKey key = pair.head().key();
    List<Metric> left = new ArrayList<>(Metric.of(pair.base()));
    for (Metric after : Metric.of(pair.head())) {
      Metric before = take(left, after.name());
      if (before == null) {
        rows.add(row(key, null, after, State.ADDED, gates(after), ""));
      } else if (Objects.equals(before.unit(), after.unit())) {
        rows.add(row(key, before, after, State.INCONCLUSIVE, gates(after), ""));
      } else {
        String what = after.primary() ? key.toString() : key + " " + after.name();
        String why = "unit " + before.unit() + " and " + after.unit();
        notComparable.add(new NotComparable(what, why));
      }
    }
    for (Metric before : left) {
      rows.add(row(key, before, null, State.REMOVED, gates(before), ""));
    }
  }

  /** Takes the first metric of that name; null for none. Of two of one name each has its row. */
  private static Metric take(List<Metric> metrics, String name) {
    for (int i = 0; i < metrics.size(); i++) {
      if (metrics.get(i).name().equals(name)) {
        return metrics.remove(i);
      }
    }
    return null;
  }

  private static Row row(
      BenchmarkKey key, Metric left, Metric right, State state, boolean gates, String note) {
    Side base = left == null ? null : Side.of(left);
    Side head = right == null ? null : Side.of(right);
    Metric any = right == null ? left : right;
    return new Row(
        key,
        any == null ? Metric.PRIMARY : any.name(),
        any == null ? "" : any.unit(),
        base,
        head,
        base == null || head == null ? Double.NaN : head.over(base),
        null,
        Double.NaN,
        state,
        gates,
        note);
  }

  private boolean gates(Metric metric) {
    return (metric.primary() || criteria.gateSecondary())
        && Direction.of(metric.unit(), metric.name()) != Direction.NEUTRAL;
  }
}
