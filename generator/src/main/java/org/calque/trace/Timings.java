package org.calque.trace;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/**
 * How long the nodes of a trace took when they were recorded, by position of the node. Times are in
 * nanoseconds, as exact as the recording: older profilers count whole microseconds.
 */
public final class Timings {
  /** What there is in place of a start, a duration or a gap that is not known. */
  public static final long UNKNOWN = -1;

  private final TraceColumns columns;
  private final long[] starts;
  private final long[] durations;
  private final long[] deviceNanos;
  private final int[] deviceEvents;
  private final long[] nodeStreams;
  private final Join join;

  /** How nodes and times were brought together. */
  public enum Method {
    /** Both recordings have the number that PyTorch gave the call. */
    RECORD_FUNCTION("record function ids"),
    /** The names of a thread's nodes, one after the other, are names of a thread's events. */
    NAME_SEQUENCE("sequences of names"),
    /** The trace states the times itself. */
    RECORDED("times in the trace"),
    /** No node has a time. */
    NONE("nothing");

    private final String meaning;

    Method(String meaning) {
      this.meaning = meaning;
    }

    /** What the nodes were joined by, as part of a sentence. */
    public String meaning() {
      return meaning;
    }
  }

  /**
   * How well nodes and times fit.
   *
   * @param method what nodes were joined by
   * @param joined nodes that have a time
   * @param nodes nodes that could have one: all but those of the process and its threads, and,
   *     where names decide, the profiler's own labels of its steps
   * @param attached kernels, copies and fills of the device that were launched inside a node with a
   *     time
   * @param deviceEvents all of them in the timeline, those of further runs included
   * @param runs how often the timeline has what the trace has; 1 where ids decide, 0 for nothing
   * @param run which of them the times are from, counted from 1; 0 for none
   * @param recorded whether that run is known to be the very one that the trace has
   * @param remark one line on what was not joined, and why; empty if all was
   */
  public record Join(
      Method method,
      int joined,
      int nodes,
      int attached,
      int deviceEvents,
      int runs,
      int run,
      boolean recorded,
      String remark) {}

  Timings(
      TraceColumns columns,
      long[] starts,
      long[] durations,
      long[] deviceNanos,
      int[] deviceEvents,
      long[] nodeStreams,
      Join join) {
    this.columns = columns;
    this.starts = starts;
    this.durations = durations;
    this.deviceNanos = deviceNanos;
    this.deviceEvents = deviceEvents;
    this.nodeStreams = nodeStreams;
    this.join = join;
  }

  /** How well nodes and times fit. */
  public Join join() {
    return join;
  }

  /** Whether a node's duration is known. */
  public boolean hasTime(int index) {
    return durations[index] != UNKNOWN;
  }

  /**
   * Nanoseconds from the earliest start of any node of the trace to that of the node; {@link
   * #UNKNOWN} if it has none.
   */
  public long startNanos(int index) {
    return starts[index];
  }

  /** Nanoseconds on the CPU, of what is inside the node, too; {@link #UNKNOWN} if not known. */
  public long durationNanos(int index) {
    return durations[index];
  }

  /**
   * Nanoseconds that kernels, copies and fills of the device took, added up, that were launched in
   * the node or in a node inside it. Some may have run at the same time.
   */
  public long deviceNanos(int index) {
    return deviceNanos[index];
  }

  /** Number of kernels, copies and fills launched in the node or in a node inside it. */
  public int deviceEvents(int index) {
    return deviceEvents[index];
  }

  /**
   * The device's numbers of the streams on which they ran, in ascending order, each once. Takes
   * time in proportion to the nodes inside the node.
   */
  public int[] streams(int index) {
    int[] streams = new int[4];
    int count = 0;
    int node = index;
    while (true) {
      if (deviceEvents[node] > 0) {
        for (int i = firstStream(node); i < nodeStreams.length && node(i) == node; i++) {
          if (count == streams.length) {
            count = distinct(streams, count);
            streams = Arrays.copyOf(streams, count * 2 + 4);
          }
          streams[count++] = stream(i);
        }
      }
      int next = deviceEvents[node] > 0 ? columns.firstChildren()[node] : TraceColumns.NO_NODE;
      while (next < 0 && node != index) {
        next = columns.nextSiblings()[node];
        node = next < 0 ? columns.parents()[node] : node;
      }
      if (next < 0) {
        return Arrays.copyOf(streams, distinct(streams, count));
      }
      node = next;
    }
  }

  /** Sorts the first numbers of a list and moves distinct ones to its start; returns how many. */
  private static int distinct(int[] list, int count) {
    Arrays.sort(list, 0, count);
    int distinct = 0;
    for (int i = 0; i < count; i++) {
      if (distinct == 0 || list[distinct - 1] != list[i]) {
        list[distinct++] = list[i];
      }
    }
    return distinct;
  }

  private int firstStream(int node) {
    int found = Arrays.binarySearch(nodeStreams, pair(node, Integer.MIN_VALUE));
    return found < 0 ? -found - 1 : found;
  }

  private int node(int i) {
    return (int) (nodeStreams[i] >> Integer.SIZE);
  }

  private int stream(int i) {
    return (int) nodeStreams[i] ^ Integer.MIN_VALUE;
  }

  /** A node and a stream as one number; pairs are ordered by node, then by stream. */
  static long pair(int node, int stream) {
    return ((long) node << Integer.SIZE) | ((stream ^ Integer.MIN_VALUE) & 0xffff_ffffL);
  }

  /**
   * How long a thread was idle, or busy with what was not recorded, before each operator.
   *
   * @param outermost positions of operators of which none lies in another, in ascending order
   * @return nanoseconds from the end of the operator before it on its thread to its start, at least
   *     0; {@link #UNKNOWN} for the first of a thread, and where either has no time
   */
  public long[] gaps(int[] outermost) {
    long[] gaps = new long[outermost.length];
    Map<Long, Integer> before = new HashMap<>();
    for (int i = 0; i < outermost.length; i++) {
      int node = outermost[i];
      Integer last = before.put(columns.threads()[node], node);
      boolean known = last != null && starts[node] != UNKNOWN && starts[last] != UNKNOWN;
      gaps[i] = known ? Math.max(0, starts[node] - starts[last] - durations[last]) : UNKNOWN;
    }
    return gaps;
  }
}
