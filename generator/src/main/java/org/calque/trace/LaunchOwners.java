package org.calque.trace;

import java.util.Arrays;

/**
 * Which operator launched what ran on a device: the innermost one that was running when the runtime
 * was called. The correlation leads from a kernel to that call.
 *
 * <p>A kernel's {@code External id} is its operator's only in newer files; in older ones it repeats
 * the correlation, and an operator of that number is a different one.
 */
final class LaunchOwners {
  private static final int NOBODY = -1;

  private final KinetoTrace timeline;

  /** The enclosing event, by row of the CPU event. */
  private final int[] enclosing;

  /** The innermost CPU event, by row of the launch. */
  private final int[] callers;

  private final RowIndex launches;
  private final RowIndex externalIds;

  LaunchOwners(KinetoTrace timeline, CpuThreads threads) {
    this.timeline = timeline;
    CpuEvents cpu = timeline.cpu();
    LaunchEvents calls = timeline.launches();
    enclosing = new int[cpu.size()];
    callers = new int[calls.size()];
    int[][] byThread = CpuThreads.group(threads.size(), calls.size(), calls::thread);
    for (int thread = 0; thread < threads.size(); thread++) {
      sweep(threads.rows(thread), RowOrder.by(calls::start, byThread[thread]));
    }
    launches = new RowIndex(calls.size(), calls::correlation);
    externalIds = new RowIndex(cpu.size(), cpu::externalId);
  }

  /** Goes through a thread in the order of time, with the running operators on a stack. */
  private void sweep(int[] events, int[] calls) {
    CpuEvents cpu = timeline.cpu();
    int innermost = NOBODY;
    int next = 0;
    for (int call : calls) {
      long time = timeline.launches().start(call);
      for (; next < events.length && cpu.start(events[next]) <= time; next++) {
        innermost = begin(events[next], innermost);
      }
      while (innermost != NOBODY && cpu.end(innermost) < time) {
        innermost = enclosing[innermost];
      }
      callers[call] = innermost;
    }
    for (; next < events.length; next++) {
      innermost = begin(events[next], innermost);
    }
  }

  /** The event begins; what has ended by then does not enclose it. */
  private int begin(int event, int innermost) {
    CpuEvents cpu = timeline.cpu();
    int parent = innermost;
    while (parent != NOBODY && cpu.end(parent) <= cpu.start(event)) {
      parent = enclosing[parent];
    }
    enclosing[event] = parent;
    return event;
  }

  /** Row of the CPU event that launched a device event, or -1 if that is not known. */
  int owner(int deviceEvent) {
    DeviceEvents device = timeline.device();
    long correlation = device.correlation(deviceEvent);
    int launch = correlation == 0 ? NOBODY : launches.first(correlation);
    if (launch >= 0) {
      return callers[launch];
    }
    long external = device.externalId(deviceEvent);
    return external == 0 || external == correlation ? NOBODY : externalIds.only(external);
  }

  /**
   * The node that launched a device event, or the innermost one around it that has a time.
   *
   * @param nodes the joined node of each CPU event, -1 for none
   * @return its position, or -1 for none
   */
  int node(int deviceEvent, int[] nodes) {
    int event = owner(deviceEvent);
    while (event != NOBODY && nodes[event] < 0) {
      event = enclosing[event];
    }
    return event == NOBODY ? NOBODY : nodes[event];
  }

  /** For each node the joined event's row, turned round: for each event the node, or -1. */
  static int[] inverse(int[] rows, int events) {
    int[] nodes = new int[events];
    Arrays.fill(nodes, NOBODY);
    for (int node = 0; node < rows.length; node++) {
      if (rows[node] >= 0) {
        nodes[rows[node]] = node;
      }
    }
    return nodes;
  }
}
