package org.calque.trace;

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
      starts.add(Double.isNaN(node.timestamp) ? -1 : nanos(node.timestamp));
      durations.add(nanos(node.duration));
    }
  }

  /** Takes a kernel or a copy, which a linker puts below the node that launched it. */
  void device(NodeFields node) {
    parents.add(node.parent);
    deviceDurations.add(Double.isNaN(node.duration) ? 0 : nanos(node.duration));
    streams.add(node.stream);
  }

  private static long nanos(double micros) {
    return Math.round(micros * NANOS_PER_MICRO);
  }
}
