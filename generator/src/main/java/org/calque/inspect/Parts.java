package org.calque.inspect;

import com.carrotsearch.hppc.IntArrayList;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import org.calque.replay.PhaseKind;
import org.calque.report.Cell;
import org.calque.report.Column;
import org.calque.report.Section;
import org.calque.report.Section.Table;
import org.calque.trace.ExecutionTrace;
import org.calque.trace.TraceNode;

/** The parts of a recording: steps, phases and threads. */
final class Parts {
  private static final String STEP = "ProfilerStep#";

  private final Inspected inspected;
  private final List<PhaseKind> kinds;

  Parts(Inspected inspected) {
    this.inspected = inspected;
    IntArrayList places = new IntArrayList();
    inspected.operators().nodes().forEach(node -> places.add(node.index()));
    kinds = PhaseKind.of(inspected.trace(), places);
  }

  /**
   * What lies between one label of the profiler and the next, on whatever thread; what comes before
   * the first is a part of its own.
   */
  Section steps() {
    ExecutionTrace trace = inspected.trace();
    List<TraceNode> labels =
        trace.nodes().stream().filter(node -> node.name().startsWith(STEP)).toList();
    List<TraceNode> nodes = inspected.operators().nodes();
    List<List<Cell>> rows = new ArrayList<>();
    int next = 0;
    for (int i = -1; i < labels.size() && !labels.isEmpty(); i++) {
      int end = i + 1 < labels.size() ? labels.get(i + 1).index() : trace.size();
      Amounts amounts = Amounts.ZERO;
      while (next < nodes.size() && nodes.get(next).index() < end) {
        amounts = amounts.plus(inspected.amounts(nodes.get(next++)));
      }
      if (i < 0 && amounts.calls() == 0) {
        continue;
      }
      List<Cell> row = amounts.cells(inspected);
      row.add(new Cell.Id(trace.at(Math.max(i < 0 ? 0 : labels.get(i).index(), 0)).id()));
      row.add(new Cell.Id(trace.at(Math.max(end - 1, 0)).id()));
      row.add(i < 0 ? new Cell.Words("before") : new Cell.Name(labels.get(i).name()));
      rows.add(row);
    }
    List<Column> columns = Amounts.columns(inspected);
    columns.add(Column.number("first_node", "first node"));
    columns.add(Column.number("last_node", "last node"));
    columns.add(Column.text("step", "step"));
    return new Table("steps", "Steps", columns, rows, Table.Extent.FIRST_ROWS);
  }

  Section phases() {
    Map<PhaseKind, Amounts> phases = new EnumMap<>(PhaseKind.class);
    List<TraceNode> nodes = inspected.operators().nodes();
    for (int i = 0; i < nodes.size(); i++) {
      phases.merge(kinds.get(i), inspected.amounts(nodes.get(i)), Amounts::plus);
    }
    List<List<Cell>> rows = new ArrayList<>();
    phases.forEach(
        (kind, amounts) -> {
          List<Cell> row = amounts.cells(inspected);
          row.add(new Cell.Words(kind.name().toLowerCase(Locale.ROOT)));
          rows.add(row);
        });
    List<Column> columns = Amounts.columns(inspected);
    columns.add(Column.text("phase", "phase"));
    return new Table("phases", "Phases", columns, rows, Table.Extent.FIRST_ROWS);
  }

  /** Threads with the phases that ran on them. */
  Section threads() {
    Map<Long, Map<PhaseKind, Long>> work = new LinkedHashMap<>();
    Map<Long, Amounts> sums = new LinkedHashMap<>();
    List<TraceNode> nodes = inspected.operators().nodes();
    for (int i = 0; i < nodes.size(); i++) {
      long thread = nodes.get(i).thread();
      sums.merge(thread, inspected.amounts(nodes.get(i)), Amounts::plus);
      work.computeIfAbsent(thread, t -> new EnumMap<>(PhaseKind.class))
          .merge(kinds.get(i), 1L, Long::sum);
    }
    List<List<Cell>> rows = new ArrayList<>();
    sums.forEach(
        (thread, amounts) -> {
          List<Cell> row = amounts.cells(inspected);
          row.add(new Cell.Id(thread));
          row.add(new Cell.Words(words(work.get(thread))));
          rows.add(row);
        });
    List<Column> columns = Amounts.columns(inspected);
    columns.add(Column.number("thread", "thread"));
    columns.add(Column.text("runs", "runs"));
    return new Table("threads", "Threads", columns, rows, Table.Extent.FIRST_ROWS);
  }

  private static String words(Map<PhaseKind, Long> kinds) {
    return kinds.keySet().stream()
        .map(kind -> kind.name().toLowerCase(Locale.ROOT))
        .collect(Collectors.joining(", "));
  }
}
