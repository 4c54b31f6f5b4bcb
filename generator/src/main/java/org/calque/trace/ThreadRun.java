package org.calque.trace;

/** A place in a timeline where a thread of a trace does what it does in the trace. */
final class ThreadRun {
  private final NamedThread nodes;
  private final NamedThread events;
  private final int start;
  private final int[] matches;
  private final int edits;
  private final int first;
  private final int last;
  private final int joined;

  private ThreadRun(NamedThread nodes, NamedThread events, int start, int[] matches, int edits) {
    this.nodes = nodes;
    this.events = events;
    this.start = start;
    this.matches = matches;
    this.edits = edits;
    int firstFound = -1;
    int lastFound = -1;
    int found = 0;
    for (int i = 0; i < nodes.size(); i++) {
      if (event(i) >= 0) {
        firstFound = firstFound < 0 ? i : firstFound;
        lastFound = i;
        found++;
      }
    }
    first = firstFound;
    last = lastFound;
    joined = found;
  }

  /** Every node is the event at its place, counted from {@code start}. */
  static ThreadRun exact(NamedThread nodes, NamedThread events, int start) {
    return new ThreadRun(nodes, events, start, null, 0);
  }

  /** Nodes and events are aligned from {@code start} on. */
  static ThreadRun aligned(NamedThread nodes, NamedThread events, int start, EditScript script) {
    return new ThreadRun(nodes, events, start, script.matches(), script.edits());
  }

  NamedThread nodes() {
    return nodes;
  }

  NamedThread events() {
    return events;
  }

  /** Where it starts among the events. */
  int start() {
    return start;
  }

  /** Events that are missing or too many. */
  int edits() {
    return edits;
  }

  /** How many nodes have an event. */
  int joined() {
    return joined;
  }

  /** Row of the event of the thread's node at a place, or -1. */
  int event(int place) {
    if (matches == null) {
      return events.places()[start + place];
    }
    return matches[place] < 0 ? -1 : events.places()[start + matches[place]];
  }

  /** Position of the first node that has an event. */
  int firstNode() {
    return nodes.places()[first];
  }

  /** Row of the first node's event. */
  int firstEvent() {
    return event(first);
  }

  /** Position of the last node that has an event. */
  int lastNode() {
    return nodes.places()[last];
  }

  /** Row of the last node's event. */
  int lastEvent() {
    return event(last);
  }

  /** Whether autograd counted the same at every node that says so, which no two steps do. */
  boolean isRecorded(long[] sequences, CpuEvents cpu) {
    boolean any = false;
    for (int i = 0; i < nodes.size(); i++) {
      long sequence = sequences[nodes.places()[i]];
      int event = sequence < 0 ? -1 : event(i);
      if (event >= 0) {
        if (cpu.sequence(event) != sequence) {
          return false;
        }
        any = true;
      }
    }
    return any;
  }
}
