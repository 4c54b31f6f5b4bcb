package org.calque.trace;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

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
    int[] nodes =
        IntStream.range(0, trace.size())
            .filter(node -> !names.isFrame(node) && !names.isStepNode(node))
            .toArray();
    Map<Long, Integer> numbers = new HashMap<>();
    int[] numberOf =
        Arrays.stream(nodes)
            .map(node -> numbers.computeIfAbsent(threadOf[node], id -> numbers.size()))
            .toArray();
    List<NamedThread> threads = new ArrayList<>();
    for (int[] places : CpuThreads.group(numbers.size(), nodes.length, i -> numberOf[i])) {
      Arrays.setAll(places, i -> nodes[places[i]]);
      threads.add(
          new NamedThread(
              threadOf[places[0]], places, Arrays.stream(places).map(names::ofNode).toArray()));
    }
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
