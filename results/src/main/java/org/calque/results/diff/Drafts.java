package org.calque.results.diff;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.calque.results.BenchmarkKey;
import org.calque.results.Entry;
import org.calque.results.Metric;
import org.calque.results.Run;
import org.calque.results.Status;
import org.calque.results.WorkloadFacts;

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
    if (ok(entry)) {
      settle(null, entry, State.ADDED, "");
    } else {
      settle(null, entry, State.NEWLY_FAILING, "not in base; " + reason(entry));
    }
  }

  private void remove(Entry entry) {
    settle(entry, null, State.REMOVED, ok(entry) ? "" : "base " + failure(entry));
  }

  private void compare(Pairing.Pair pair) {
    Entry before = pair.base();
    Entry after = pair.head();
    if (!ok(after)) {
      settle(before, after, ok(before) ? State.NEWLY_FAILING : State.STILL_FAILING, reason(after));
    } else if (!ok(before)) {
      settle(before, after, State.FIXED, "base " + failure(before));
    } else {
      String unlike = unlike(pair);
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

  /** Adds the row of a benchmark that has a result on one side at most. */
  private void settle(Entry before, Entry after, State state, String note) {
    Metric left = ok(before) ? Metric.of(before).get(0) : null;
    Metric right = ok(after) ? Metric.of(after).get(0) : null;
    BenchmarkKey key = (after == null ? before : after).key();
    rows.add(row(key, left, right, state, true, note));
  }

  private static String failure(Entry entry) {
    return entry.status().word() + (entry.cause() == null ? "" : ": " + entry.cause());
  }

  /** The same where the state says already that it failed. */
  private static String reason(Entry entry) {
    boolean said = entry.status() == Status.FAILED && entry.cause() != null;
    return said ? entry.cause() : failure(entry);
  }

  /** What of two good entries of one key makes them different measurements; null for nothing. */
  private String unlike(Pairing.Pair pair) {
    String before = digest(base, pair.base());
    String after = digest(head, pair.head());
    if (before != null && after != null && !before.equals(after)) {
      return "trace " + abbreviate(before) + " and " + abbreviate(after);
    }
    int baseBatch = pair.base().jmh().settings().path("measurementBatchSize").asInt(1);
    int headBatch = pair.head().jmh().settings().path("measurementBatchSize").asInt(1);
    return baseBatch == headBatch ? null : "batch size " + baseBatch + " and " + headBatch;
  }

  private static String digest(Run run, Entry entry) {
    return run.workloadOf(entry).map(WorkloadFacts::traceSha256).orElse(null);
  }

  private static String abbreviate(String digest) {
    return digest.substring(0, Math.min(12, digest.length()));
  }

  private void compareMetrics(Pairing.Pair pair) {
    BenchmarkKey key = pair.head().key();
    Map<String, Metric> left = new LinkedHashMap<>();
    Metric.of(pair.base()).forEach(metric -> left.put(metric.name(), metric));
    for (Metric after : Metric.of(pair.head())) {
      Metric before = left.remove(after.name());
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
    for (Metric before : left.values()) {
      rows.add(row(key, before, null, State.REMOVED, gates(before), ""));
    }
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
        Double.NaN,
        state,
        gates,
        note);
  }

  private boolean gates(Metric metric) {
    return (metric.primary() || criteria.gateSecondary())
        && Direction.of(metric.unit()) != Direction.NEUTRAL;
  }
}
