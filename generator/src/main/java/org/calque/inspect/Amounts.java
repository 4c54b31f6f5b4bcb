package org.calque.inspect;

import java.util.ArrayList;
import java.util.List;
import org.calque.report.Cell;
import org.calque.report.Column;

/**
 * Sums over operator calls.
 *
 * @param nanos on the CPU, from entering the operators to leaving them
 * @param deviceNanos of the kernels that they launched
 */
record Amounts(long calls, double flops, long bytes, long nanos, long deviceNanos) {
  static final Amounts ZERO = new Amounts(0, 0, 0, 0, 0);

  Amounts plus(Amounts other) {
    return new Amounts(
        calls + other.calls,
        flops + other.flops,
        bytes + other.bytes,
        nanos + other.nanos,
        deviceNanos + other.deviceNanos);
  }

  /** Columns of {@link #cells}. */
  static List<Column> columns(Inspected inspected) {
    List<Column> columns = new ArrayList<>();
    if (inspected.hasDeviceTimes()) {
      columns.add(Column.amount("device_share", "device"));
      columns.add(Column.amount("device_ns", "time"));
    }
    if (inspected.hasTimings()) {
      columns.add(Column.amount("cpu_share", "CPU"));
      columns.add(Column.amount("cpu_ns", "time"));
    }
    columns.add(Column.amount("calls", "calls"));
    Column flops = Column.amount("flops", "FLOPs");
    if (inspected.hasTimings()) {
      columns.add(flops.forData());
      columns.add(Column.number("flops_per_second", "rate"));
    } else {
      columns.add(flops);
    }
    columns.add(Column.amount("bytes", "bytes"));
    return columns;
  }

  /** The amounts and their shares of those of the whole trace. */
  List<Cell> cells(Inspected inspected) {
    Amounts total = inspected.signatures().total();
    List<Cell> cells = new ArrayList<>();
    if (inspected.hasDeviceTimes()) {
      cells.add(share(deviceNanos, total.deviceNanos));
      cells.add(new Cell.Nanos(deviceNanos));
    }
    if (inspected.hasTimings()) {
      cells.add(share(nanos, total.nanos));
      cells.add(new Cell.Nanos(nanos));
    }
    cells.add(new Cell.Count(calls));
    cells.add(new Cell.Flops(flops));
    if (inspected.hasTimings()) {
      long time = deviceNanos > 0 ? deviceNanos : nanos;
      cells.add(time == 0 ? Cell.UNKNOWN : new Cell.FlopsPerSecond(flops * 1e9 / time));
    }
    cells.add(new Cell.Bytes(bytes));
    return cells;
  }

  static Cell share(double part, double whole) {
    return whole == 0 ? Cell.UNKNOWN : new Cell.Share(part / whole);
  }
}
