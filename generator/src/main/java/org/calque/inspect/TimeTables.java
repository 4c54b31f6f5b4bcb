package org.calque.inspect;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.calque.report.Cell;
import org.calque.report.Column;
import org.calque.report.Section;
import org.calque.report.Section.Fact;
import org.calque.report.Section.Table;
import org.calque.trace.Timings;
import org.calque.trace.TraceNode;

/** What only timings tell: how much of the time operators cover, and what lies between them. */
final class TimeTables {
  private final Inspected inspected;
  private final Timings timings;
  private final List<Gap> gaps = new ArrayList<>();
  private long start = Long.MAX_VALUE;
  private long end = Long.MIN_VALUE;
  private long timed;

  /** Time on one thread between two outermost operators. */
  private record Gap(TraceNode before, TraceNode after, long nanos) {}

  TimeTables(Inspected inspected, Timings timings) {
    this.inspected = inspected;
    this.timings = timings;
    List<TraceNode> nodes =
        inspected.operators().nodes().stream()
            .filter(node -> timings.hasTime(node.index()))
            .toList();
    long[] idle = timings.gaps(nodes.stream().mapToInt(TraceNode::index).toArray());
    Map<Long, TraceNode> latest = new HashMap<>();
    for (int i = 0; i < idle.length; i++) {
      TraceNode node = nodes.get(i);
      timed++;
      start = Math.min(start, timings.startNanos(node.index()));
      end = Math.max(end, endOf(node));
      TraceNode before = latest.put(node.thread(), node);
      if (idle[i] > 0) {
        gaps.add(new Gap(before, node, idle[i]));
      }
    }
    gaps.sort(Comparator.comparingLong(Gap::nanos).reversed());
  }

  private long endOf(TraceNode node) {
    return timings.startNanos(node.index()) + timings.durationNanos(node.index());
  }

  Section facts() {
    Amounts total = inspected.signatures().total();
    long span = Math.max(end - start, 0);
    List<Fact> facts = new ArrayList<>();
    Timings.Join join = timings.join();
    facts.add(new Fact("join_method", "joined by", new Cell.Words(join.method().meaning())));
    facts.add(new Fact("joined_nodes", "nodes with time", new Cell.Count(join.joined())));
    facts.add(new Fact("joinable_nodes", "- of", new Cell.Count(join.nodes())));
    if (join.deviceEvents() > 0) {
      facts.add(new Fact("joined_device_events", "device events", new Cell.Count(join.attached())));
      facts.add(new Fact("device_events", "- of", new Cell.Count(join.deviceEvents())));
    }
    if (join.runs() > 1) {
      facts.add(new Fact("run", "run of the timeline", new Cell.Count(join.run())));
      facts.add(new Fact("runs", "- of", new Cell.Count(join.runs())));
    }
    if (!join.remark().isEmpty()) {
      facts.add(new Fact("join_remark", "not joined", new Cell.Name(join.remark())));
    }
    facts.add(new Fact("timed_operators", "outermost with time", new Cell.Count(timed)));
    facts.add(new Fact("span_ns", "first to last operator", new Cell.Nanos(span)));
    facts.add(new Fact("cpu_ns", "in operators (CPU)", new Cell.Nanos(total.nanos())));
    facts.add(new Fact("device_ns", "on devices", new Cell.Nanos(total.deviceNanos())));
    facts.add(
        new Fact(
            "gap_ns",
            "between operators",
            new Cell.Nanos(gaps.stream().mapToLong(Gap::nanos).sum())));
    facts.add(new Fact("gaps", "- gaps", new Cell.Count(gaps.size())));
    return new Section.Facts("time", "Time", facts);
  }

  Section gaps() {
    List<List<Cell>> rows = new ArrayList<>();
    for (Gap gap : gaps) {
      rows.add(
          List.of(
              new Cell.Nanos(gap.nanos()),
              new Cell.Id(gap.before().id()),
              new Cell.Id(gap.after().id()),
              new Cell.Id(gap.before().thread()),
              new Cell.Name(gap.before().name()),
              new Cell.Name(gap.after().name())));
    }
    return new Table(
        "gaps",
        "Gaps between outermost operators of a thread",
        List.of(
            Column.amount("gap_ns", "gap"),
            Column.number("after_node", "after"),
            Column.number("before_node", "before"),
            Column.number("thread", "thread"),
            Column.text("after", "after operator"),
            Column.text("before", "before operator")),
        rows,
        Table.Extent.FIRST_ROWS);
  }

  /** Device time by stream; operators that used several are counted as such. */
  Section streams() {
    Map<String, Amounts> streams = new TreeMap<>();
    for (TraceNode node : inspected.operators().nodes()) {
      int[] used = timings.streams(node.index());
      if (used.length > 0) {
        streams.merge(
            used.length == 1 ? Integer.toString(used[0]) : "several",
            inspected.amounts(node),
            Amounts::plus);
      }
    }
    List<List<Cell>> rows = new ArrayList<>();
    streams.forEach(
        (stream, amounts) ->
            rows.add(
                List.of(
                    new Cell.Nanos(amounts.deviceNanos()),
                    new Cell.Count(amounts.calls()),
                    new Cell.Words(stream))));
    return new Table(
        "streams",
        "Streams",
        List.of(
            Column.amount("device_ns", "device time"),
            Column.amount("calls", "calls"),
            Column.text("stream", "stream")),
        rows,
        Table.Extent.FIRST_ROWS);
  }
}
