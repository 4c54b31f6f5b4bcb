package org.calque.inspect;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.calque.report.Cell;
import org.calque.report.Column;
import org.calque.report.Section;
import org.calque.report.Section.Table;
import org.calque.trace.TraceNode;

/** Collective operations by name, process group and element type. */
final class Communication {
  private final Inspected inspected;
  private final Map<Kind, Sum> kinds = new LinkedHashMap<>();
  private long calls;
  private long bytes;

  private record Kind(String name, String group, long groupSize, String dtype) {}

  private record Sum(long calls, long bytes, long largest, long nanos, long deviceNanos) {
    Sum plus(Sum other) {
      return new Sum(
          calls + other.calls,
          bytes + other.bytes,
          Math.max(largest, other.largest),
          nanos + other.nanos,
          deviceNanos + other.deviceNanos);
    }
  }

  Communication(Inspected inspected) {
    this.inspected = inspected;
    for (TraceNode node : inspected.trace().nodes()) {
      boolean loading = inspected.operators().owners()[node.index()] == OutermostOperators.LOADING;
      if (!loading && Collective.isCollective(node)) {
        add(node);
      }
    }
  }

  private void add(TraceNode node) {
    Collective collective = Collective.of(node);
    calls++;
    bytes += collective.bytes();
    int i = node.index();
    boolean timed = inspected.timings().isPresent() && inspected.timings().get().hasTime(i);
    kinds.merge(
        new Kind(collective.name(), collective.group(), collective.groupSize(), collective.dtype()),
        new Sum(
            1,
            collective.bytes(),
            collective.bytes(),
            timed ? inspected.timings().get().durationNanos(i) : 0,
            timed ? inspected.timings().get().deviceNanos(i) : 0),
        Sum::plus);
  }

  /** Calls, waiting included. */
  long calls() {
    return calls;
  }

  /** Bytes that this rank puts in. */
  long bytes() {
    return bytes;
  }

  Section section() {
    List<Column> columns = new ArrayList<>();
    if (inspected.hasDeviceTimes()) {
      columns.add(Column.amount("device_ns", "device time"));
    }
    if (inspected.hasTimings()) {
      columns.add(Column.amount("cpu_ns", "CPU time"));
    }
    columns.add(Column.amount("calls", "calls"));
    columns.add(Column.amount("bytes", "bytes in"));
    columns.add(Column.number("largest_bytes", "largest"));
    columns.add(Column.text("dtype", "type"));
    columns.add(Column.number("group_size", "ranks"));
    columns.add(Column.text("group", "process group"));
    columns.add(Column.text("collective", "collective"));
    List<List<Cell>> rows = new ArrayList<>();
    kinds.entrySet().stream()
        .sorted(
            Comparator.comparingLong((Map.Entry<Kind, Sum> e) -> -e.getValue().bytes())
                .thenComparingLong(e -> -e.getValue().calls()))
        .forEach(entry -> rows.add(row(entry.getKey(), entry.getValue())));
    return new Table(
        "communication", "Communication of this rank", columns, rows, Table.Extent.FIRST_ROWS);
  }

  private List<Cell> row(Kind kind, Sum sum) {
    List<Cell> row = new ArrayList<>();
    if (inspected.hasDeviceTimes()) {
      row.add(new Cell.Nanos(sum.deviceNanos()));
    }
    if (inspected.hasTimings()) {
      row.add(new Cell.Nanos(sum.nanos()));
    }
    row.add(new Cell.Count(sum.calls()));
    row.add(new Cell.Bytes(sum.bytes()));
    row.add(new Cell.Bytes(sum.largest()));
    row.add(kind.dtype().isEmpty() ? Cell.UNKNOWN : new Cell.Name(kind.dtype()));
    row.add(kind.groupSize() == 0 ? Cell.UNKNOWN : new Cell.Count(kind.groupSize()));
    row.add(kind.group().isEmpty() ? Cell.UNKNOWN : new Cell.Name(kind.group()));
    row.add(new Cell.Name(kind.name()));
    return row;
  }
}
