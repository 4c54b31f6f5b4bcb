package org.calque.inspect;

import java.util.List;
import org.calque.report.Cell;
import org.calque.trace.TraceNode;

/** Times of one node. */
final class NodeTimes {
  private NodeTimes() {}

  /** CPU and device time, unknown where nothing was joined. */
  static List<Cell> cells(Inspected inspected, TraceNode node) {
    return inspected
        .timings()
        .filter(timings -> timings.hasTime(node.index()))
        .<List<Cell>>map(
            timings ->
                List.of(
                    new Cell.Nanos(timings.durationNanos(node.index())),
                    new Cell.Nanos(timings.deviceNanos(node.index()))))
        .orElse(List.of(Cell.UNKNOWN, Cell.UNKNOWN));
  }
}
