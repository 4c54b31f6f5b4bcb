package org.calque.trace;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;

/** Cuts the events of a thread into steps, of which a thread of a trace may be one. */
final class StepWindows {
  private static final int MOST_MARKS = 8;
  private static final int MOST_STEPS = 10_000;

  private final CpuEvents cpu;

  /** The profiler's labels of its steps, in the order of time. */
  private final int[] labels;

  /**
   * Events of a thread.
   *
   * @param from place of the first
   * @param to place after the last
   */
  record Window(int from, int to) {}

  StepWindows(CpuEvents cpu, EventNames names) {
    this.cpu = cpu;
    labels =
        RowOrder.by(
            cpu::start, IntStream.range(0, cpu.size()).filter(names::isStepEvent).toArray());
  }

  /** By the profiler's labels. */
  List<Window> labelled(NamedThread events) {
    List<Window> windows = new ArrayList<>();
    for (int i = 0; i < Math.min(labels.length, MOST_STEPS); i++) {
      int label = labels[i];
      int from = firstFrom(events, cpu.start(label));
      int to = firstFrom(events, cpu.end(label));
      if (from < to) {
        windows.add(new Window(from, to));
      }
    }
    return windows;
  }

  /** The first place from that time on. */
  private int firstFrom(NamedThread events, long time) {
    return Bisection.first(events.size(), place -> cpu.start(events.places()[place]) >= time);
  }

  /**
   * Around names that the nodes have once, such as an optimizer's label. Most such names are in the
   * events as often as there are steps, so some that are there about as often are taken.
   */
  static List<Window> marked(NamedThread nodes, NamedThread events) {
    Map<Integer, Integer> ofEvents = counts(events.names());
    Map<Integer, Integer> ofNodes = counts(nodes.names());
    Map<Integer, Integer> votes = new HashMap<>();
    int steps = 0;
    for (int name : nodes.names()) {
      Integer count = ofEvents.get(name);
      if (count != null && ofNodes.get(name) == 1) {
        votes.merge(count, 1, Integer::sum);
        steps = votes.get(count) > votes.getOrDefault(steps, 0) ? count : steps;
      }
    }
    Map<Integer, Integer> marks = new HashMap<>();
    for (int i = 0; i < nodes.size() && marks.size() < MOST_MARKS; i++) {
      int name = nodes.names()[i];
      int count = ofEvents.getOrDefault(name, 0);
      if (ofNodes.get(name) == 1 && count > 0 && Math.abs(count - steps) <= steps / 10 + 1) {
        marks.put(name, i);
      }
    }
    TreeMap<Integer, Window> windows = new TreeMap<>();
    for (int i = 0; i < events.size(); i++) {
      Integer mark = marks.get(events.names()[i]);
      if (mark != null) {
        int from = Math.max(0, i - mark);
        int apart = nodes.size() / 2;
        if (windows.subMap(from - apart, true, from + apart, true).isEmpty()) {
          windows.put(from, new Window(from, Math.min(events.size(), i - mark + nodes.size())));
        }
      }
    }
    return List.copyOf(windows.values());
  }

  private static Map<Integer, Integer> counts(int[] names) {
    Map<Integer, Integer> counts = new HashMap<>();
    for (int name : names) {
      counts.merge(name, 1, Integer::sum);
    }
    return counts;
  }

  /** All of them. */
  static List<Window> whole(NamedThread events) {
    return List.of(new Window(0, events.size()));
  }
}
