package org.calque.inspect;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.calque.report.Cell;
import org.calque.report.Column;
import org.calque.report.Report;
import org.calque.report.Section;
import org.calque.report.Section.Table;
import org.calque.trace.ExecutionTrace;

/** Makes the reports on traces. */
public final class Inspection {
  private final Order order;
  private final List<List<Cell>> overview = new ArrayList<>();

  /** Reports whose tables are sorted by {@code order}. */
  public Inspection(Order order) {
    this.order = order;
  }

  /** What a person asks first. */
  public Report report(ExecutionTrace trace) {
    Inspected inspected = Inspected.of(trace, order);
    StorageLives lives = StorageLives.of(trace, inspected.operators(), false);
    MemoryTables memory = new MemoryTables(lives);
    Parts parts = new Parts(inspected);
    Communication communication = new Communication(inspected);
    remember(inspected, communication, lives);
    List<Section> sections = new ArrayList<>();
    sections.add(Summary.of(inspected, lives, communication));
    sections.add(Condition.repairs(trace));
    sections.add(Condition.warnings(trace));
    inspected
        .timings()
        .ifPresent(timings -> sections.add(new TimeTables(inspected, timings).facts()));
    sections.add(parts.steps());
    sections.add(parts.phases());
    sections.add(OperatorTables.byOperator(inspected));
    sections.add(OperatorTables.bySignature(inspected));
    sections.add(communication.section());
    sections.add(ProcessGroups.of(trace));
    sections.add(ForeignCode.withoutSchema(inspected));
    sections.add(ForeignCode.libraries(inspected));
    sections.add(memory.devices());
    sections.add(memory.largest());
    sections.add(parts.threads());
    inspected
        .timings()
        .ifPresent(
            timings -> {
              TimeTables time = new TimeTables(inspected, timings);
              sections.add(time.streams());
              sections.add(time.gaps());
            });
    sections.add(Condition.leftOut(inspected.operators()));
    return new Report(trace.source().file(), sections);
  }

  /** Every call, each under the one that made it, down to {@code depth} levels below the root. */
  public Section tree(ExecutionTrace trace, int depth) {
    return CallTree.of(Inspected.of(trace, order), depth);
  }

  /** Every outermost operator call, in execution order. */
  public Section calls(ExecutionTrace trace) {
    return CallList.of(Inspected.of(trace, order));
  }

  /** Every tensor that outermost operators take or return. */
  public Section tensors(ExecutionTrace trace) {
    OutermostOperators operators = OutermostOperators.of(trace);
    return new MemoryTables(StorageLives.of(trace, operators, true)).tensors();
  }

  /** One node in full; empty if the trace has no node of that id. */
  public Optional<Report> node(ExecutionTrace trace, long id) {
    return trace.find(id).map(node -> NodeDetails.of(Inspected.of(trace, order), node));
  }

  private void remember(Inspected inspected, Communication communication, StorageLives lives) {
    Amounts total = inspected.signatures().total();
    overview.add(
        List.of(
            inspected.hasTimings() ? new Cell.Nanos(total.nanos()) : Cell.UNKNOWN,
            inspected.hasDeviceTimes() ? new Cell.Nanos(total.deviceNanos()) : Cell.UNKNOWN,
            new Cell.Count(total.calls()),
            new Cell.Flops(total.flops()),
            new Cell.Bytes(total.bytes()),
            new Cell.Count(communication.calls()),
            new Cell.Bytes(communication.bytes()),
            new Cell.Bytes(lives.total().peak()),
            new Cell.Name(shortName(inspected.trace().source().file()))));
  }

  /** Without what the traces of one archive share. */
  private static String shortName(String file) {
    return file.substring(Math.max(file.lastIndexOf('/'), file.lastIndexOf('!')) + 1);
  }

  /** The traces reported on so far side by side, such as the ranks of a job. */
  public Report overview() {
    return new Report(
        overview.size() + " traces",
        List.of(
            new Table(
                "overview",
                "",
                List.of(
                    Column.number("cpu_ns", "CPU time"),
                    Column.number("device_ns", "device time"),
                    Column.amount("operators", "operators"),
                    Column.amount("flops", "FLOPs"),
                    Column.amount("bytes", "bytes"),
                    Column.amount("collectives", "collectives"),
                    Column.amount("communicated_bytes", "bytes in"),
                    Column.amount("bytes_peak", "memory peak"),
                    Column.text("file", "trace")),
                overview,
                Table.Extent.ALL_ROWS)));
  }

  /** Whether there is more than one trace to put side by side. */
  public boolean hasOverview() {
    return overview.size() > 1;
  }
}
