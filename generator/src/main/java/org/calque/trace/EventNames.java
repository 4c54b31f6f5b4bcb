package org.calque.trace;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/**
 * Names of nodes and of events as numbers that are equal where the names are. A node's number is
 * the event's symbol; one whose name no event has gets a number of its own below 0.
 */
final class EventNames {
  /** How the writer names nodes that stand for the process and its threads. */
  private static final String FRAME = "[pytorch|profiler|";

  /** How the profiler labels its own steps, which Kineto shows outside of every other event. */
  private static final String STEP = "ProfilerStep#";

  private static final int LONGEST_ASCII = '~';

  private final TraceColumns columns;
  private final KinetoTrace timeline;

  /** By symbol of the trace; {@link #NOT_ASKED} before. */
  private final int[] numbers;

  private final byte[] eventKinds;
  private final Map<String, Integer> events = new HashMap<>();

  private static final int NOT_ASKED = Integer.MIN_VALUE;
  private static final int FRAME_NUMBER = Integer.MIN_VALUE + 1;
  private static final byte NORMAL = 1;
  private static final byte STEP_LABEL = 2;

  EventNames(TraceColumns columns, KinetoTrace timeline) {
    this.columns = columns;
    this.timeline = timeline;
    numbers = new int[columns.symbols().count()];
    Arrays.fill(numbers, NOT_ASKED);
    eventKinds = new byte[timeline.symbols().count()];
    CpuEvents cpu = timeline.cpu();
    for (int row = 0; row < cpu.size(); row++) {
      int name = cpu.name(row);
      if (eventKinds[name] == 0) {
        String text = timeline.symbols().text(name);
        eventKinds[name] = text.startsWith(STEP) ? STEP_LABEL : NORMAL;
        events.put(text, name);
      }
    }
  }

  /** The number of an event's name. */
  int ofEvent(int row) {
    return timeline.cpu().name(row);
  }

  /** Whether an event is the profiler's label of a step. */
  boolean isStepEvent(int row) {
    return eventKinds[timeline.cpu().name(row)] == STEP_LABEL;
  }

  /** Whether a node stands for the process or a thread, which no event does. */
  boolean isFrame(int node) {
    return ofNode(node) == FRAME_NUMBER;
  }

  /** Whether a node is the profiler's label of a step. */
  boolean isStepNode(int node) {
    return columns.symbols().text(columns.names()[node]).startsWith(STEP);
  }

  /** The number of a node's name. */
  int ofNode(int node) {
    int symbol = columns.names()[node];
    if (numbers[symbol] == NOT_ASKED) {
      String text = columns.symbols().text(symbol);
      Integer event = events.get(text);
      if (event == null) {
        event = events.get(asKinetoWrites(text));
      }
      numbers[symbol] = text.startsWith(FRAME) ? FRAME_NUMBER : event == null ? -1 - symbol : event;
    }
    return numbers[symbol];
  }

  /**
   * What newer versions of Kineto make of a name, to keep their JSON valid: {@code
   * sanitizeStrForJSON} in {@code output_json.cpp}.
   */
  static String asKinetoWrites(String name) {
    StringBuilder written = new StringBuilder(name.length());
    for (int i = 0; i < name.length(); i++) {
      char c = name.charAt(i);
      if (c == '\\') {
        written.append('/');
      } else if (c != '\n') {
        if (c < ' ' || c > LONGEST_ASCII) {
          return "unknown";
        }
        written.append(c);
      }
    }
    return written.toString();
  }
}
