package org.calque.trace;

import java.util.Arrays;

/** Times that a linker has written into the nodes of a merged trace, as they come in the file. */
final class MergedTimes {
  private static final double NANOS_PER_MICRO = 1_000;

  private final IntColumn rows = new IntColumn();
  private final LongColumn starts = new LongColumn();
  private final LongColumn durations = new LongColumn();
  private final LongColumn parents = new LongColumn();
  private final LongColumn deviceDurations = new LongColumn();
  private final LongColumn streams = new LongColumn();

  /** Takes the times of a node, if it has any. */
  void node(int row, NodeFields node) {
    if (!Double.isNaN(node.duration)) {
      rows.add(row);
      starts.add(Double.isNaN(node.timestamp) ? Timings.UNKNOWN : nanos(node.timestamp));
      durations.add(nanos(node.duration));
    }
  }

  /** Takes a kernel or a copy, which a linker puts below the node that launched it. */
  void device(NodeFields node) {
    parents.add(node.parent);
    deviceDurations.add(Double.isNaN(node.duration) ? 0 : nanos(node.duration));
    streams.add(node.stream < 0 ? TimingsBuilder.NO_STREAM : node.stream);
  }

  boolean isEmpty() {
    return rows.size() == 0 && parents.size() == 0;
  }

  /**
   * The times by position.
   *
   * @param order rows of the nodes in execution order
   */
  Timings timings(ExecutionTrace trace, int[] order) {
    int[] positions = new int[Arrays.stream(order).max().orElse(0) + 1];
    Arrays.fill(positions, TraceColumns.NO_NODE);
    for (int i = 0; i < order.length; i++) {
      positions[order[i]] = i;
    }
    TimingsBuilder builder = new TimingsBuilder(trace.size());
    for (int i = 0; i < rows.size(); i++) {
      int row = rows.get(i);
      if (row < positions.length && positions[row] >= 0) {
        builder.cpu(positions[row], starts.get(i), durations.get(i));
      }
    }
    for (int i = 0; i < parents.size(); i++) {
      int stream = (int) streams.get(i);
      long duration = deviceDurations.get(i);
      trace.find(parents.get(i)).ifPresent(node -> builder.device(node.index(), duration, stream));
    }
    int lost = parents.size() - builder.attached();
    return builder.build(
        trace,
        new Timings.Join(
            Timings.Method.RECORDED,
            builder.joined(),
            trace.size(),
            builder.attached(),
            parents.size(),
            1,
            1,
            true,
            lost == 0 ? "" : lost + " device events belong to no node of the trace"));
  }

  private static long nanos(double micros) {
    return Math.round(micros * NANOS_PER_MICRO);
  }
}
