package org.calque.trace;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What one thread did, one after the other: nodes of a trace, or events of a timeline.
 *
 * @param id the file's number of the thread
 * @param places positions of the nodes, or rows of the events
 * @param names the number of each one's name, see {@link EventNames}
 */
record NamedThread(long id, int[] places, int[] names) {

  /** The threads of a trace, those with the most nodes first. */
  static List<NamedThread> of(ExecutionTrace trace, EventNames names) {
    long[] threadOf = trace.columns().threads();
    Map<Long, IntColumn> byThread = new LinkedHashMap<>();
    for (int node = 0; node < trace.size(); node++) {
      if (!names.isFrame(node) && !names.isStepNode(node)) {
        byThread.computeIfAbsent(threadOf[node], id -> new IntColumn()).add(node);
      }
    }
    List<NamedThread> threads = new ArrayList<>();
    byThread.forEach(
        (id, column) -> {
          int[] nodes = new int[column.size()];
          Arrays.setAll(nodes, column::get);
          threads.add(
              new NamedThread(id, nodes, Arrays.stream(nodes).map(names::ofNode).toArray()));
        });
    threads.sort(Comparator.comparingInt(thread -> -thread.size()));
    return threads;
  }

  /** The threads of a timeline, without the profiler's labels of its steps. */
  static List<NamedThread> of(CpuThreads timeline, EventNames names) {
    List<NamedThread> threads = new ArrayList<>();
    for (int thread = 0; thread < timeline.size(); thread++) {
      int[] rows =
          Arrays.stream(timeline.rows(thread)).filter(row -> !names.isStepEvent(row)).toArray();
      if (rows.length > 0) {
        threads.add(
            new NamedThread(thread, rows, Arrays.stream(rows).map(names::ofEvent).toArray()));
      }
    }
    return threads;
  }

  int size() {
    return places.length;
  }
}
