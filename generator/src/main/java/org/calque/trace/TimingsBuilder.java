package org.calque.trace;

import java.util.Arrays;

/** Collects times of nodes, by their positions, in any order. */
final class TimingsBuilder {
  /** A device event that says nothing about its stream. */
  static final int NO_STREAM = -1;

  private final long[] starts;
  private final long[] durations;
  private final long[] deviceNanos;
  private final int[] deviceEvents;
  private long[] nodeStreams = new long[64];
  private int streams;
  private int joined;
  private int attached;

  /**
   * @param nodes number of nodes that the trace has
   */
  TimingsBuilder(int nodes) {
    starts = filled(nodes);
    durations = filled(nodes);
    deviceNanos = new long[nodes];
    deviceEvents = new int[nodes];
  }

  private static long[] filled(int nodes) {
    long[] times = new long[nodes];
    Arrays.fill(times, Timings.UNKNOWN);
    return times;
  }

  /**
   * Takes the time of a node.
   *
   * @param startNanos by any clock that all nodes share; {@link Timings#UNKNOWN} if not known
   */
  void cpu(int node, long startNanos, long durationNanos) {
    joined += durations[node] == Timings.UNKNOWN ? 1 : 0;
    starts[node] = startNanos;
    durations[node] = Math.max(0, durationNanos);
  }

  /**
   * Takes a kernel, copy or fill.
   *
   * @param node the innermost node in which it was launched
   * @param stream the device's number of the stream, or {@link #NO_STREAM}
   */
  void device(int node, long durationNanos, int stream) {
    attached++;
    deviceNanos[node] += Math.max(0, durationNanos);
    deviceEvents[node]++;
    if (stream != NO_STREAM) {
      if (streams == nodeStreams.length) {
        streams = sortStreams();
        nodeStreams = Arrays.copyOf(nodeStreams, streams * 2 + 64);
      }
      nodeStreams[streams++] = Timings.pair(node, stream);
    }
  }

  /** Puts the pairs into order, each once; returns how many there are. */
  private int sortStreams() {
    Arrays.sort(nodeStreams, 0, streams);
    int distinct = 0;
    for (int i = 0; i < streams; i++) {
      if (distinct == 0 || nodeStreams[distinct - 1] != nodeStreams[i]) {
        nodeStreams[distinct++] = nodeStreams[i];
      }
    }
    return distinct;
  }

  /** Nodes that have a time so far. */
  int joined() {
    return joined;
  }

  /** Device events taken so far. */
  int attached() {
    return attached;
  }

  /** The times; the builder must not be used afterwards. */
  Timings build(ExecutionTrace trace, Timings.Join join) {
    TraceColumns columns = trace.columns();
    long first = Arrays.stream(starts).filter(time -> time != Timings.UNKNOWN).min().orElse(0);
    for (int i = 0; i < starts.length; i++) {
      starts[i] -= starts[i] == Timings.UNKNOWN ? 0 : first;
    }
    // A parent comes before what it encloses.
    for (int i = starts.length - 1; i > 0; i--) {
      int parent = columns.parents()[i];
      if (parent >= 0) {
        deviceNanos[parent] += deviceNanos[i];
        deviceEvents[parent] += deviceEvents[i];
      }
    }
    return new Timings(
        columns,
        starts,
        durations,
        deviceNanos,
        deviceEvents,
        Arrays.copyOf(nodeStreams, sortStreams()),
        join);
  }
}
