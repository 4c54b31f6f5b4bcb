package org.calque.trace;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Finds where a thread of a trace is in a timeline. */
final class RunSearch {
  /** Edits that are allowed in any case, unless there are few nodes. */
  private static final int FEW_EDITS = 16;

  /** One edit for so many nodes is allowed in long threads. */
  private static final int NODES_PER_EDIT = 10;

  /** With more edits than this part of the nodes, equal names are chance. */
  private static final int MOST_EDITED_PART = 4;

  /** Bounds the time, which is edits times nodes, and the memory, which is edits squared. */
  private static final int MOST_EDITS = 1 << 9;

  /** Steps do not overlap; a hostile timeline may say that thousands do. */
  private static final int MOST_OVERLAP = 4;

  /** Runs of one thread that are kept, and the recorded one. */
  private static final int MOST_RUNS = 10_000;

  private final KinetoTrace timeline;
  private final List<NamedThread> threads;
  private final StepWindows windows;
  private final long[] sequences;

  RunSearch(ExecutionTrace trace, KinetoTrace timeline, CpuThreads cpuThreads, EventNames names) {
    this.timeline = timeline;
    windows = new StepWindows(timeline.cpu(), names);
    threads = NamedThread.of(cpuThreads, names);
    sequences = trace.columns().sequences();
  }

  /** Runs with every name as it is in the trace; those of one thread do not overlap. */
  List<ThreadRun> exact(NamedThread nodes) {
    SequenceSearch search = new SequenceSearch(nodes.names());
    List<ThreadRun> runs = new ArrayList<>();
    for (NamedThread events : threads) {
      if (events.size() >= nodes.size()) {
        apart(nodes, events, search.places(events.names()), runs);
      }
    }
    return runs;
  }

  /** From the left, but so that the recorded run is among them. */
  private void apart(NamedThread nodes, NamedThread events, int[] places, List<ThreadRun> runs) {
    int recorded = recorded(nodes, events, places);
    int free = 0;
    for (int place : places) {
      boolean overlaps =
          recorded >= 0 && place != recorded && Math.abs(place - recorded) < nodes.size();
      boolean room = runs.size() < MOST_RUNS || place == recorded;
      if (room && place >= free && !overlaps) {
        runs.add(ThreadRun.exact(nodes, events, place));
        free = place + nodes.size();
      }
    }
  }

  /** The place where autograd counted as in the trace, or -1. */
  private int recorded(NamedThread nodes, NamedThread events, int[] places) {
    long left = 8L * (nodes.size() + events.size());
    for (int place : places) {
      boolean any = false;
      boolean equal = true;
      for (int i = 0; i < nodes.size() && equal && left-- > 0; i++) {
        long sequence = sequences[nodes.places()[i]];
        if (sequence >= 0) {
          any = true;
          equal = timeline.cpu().sequence(events.places()[place + i]) == sequence;
        }
      }
      if (left <= 0) {
        return -1;
      }
      if (any && equal) {
        return place;
      }
    }
    return -1;
  }

  /** Runs with a few names more or less than the trace has. */
  List<ThreadRun> similar(NamedThread nodes) {
    int most =
        Math.min(
            Math.min(MOST_EDITS, nodes.size() / MOST_EDITED_PART),
            Math.max(FEW_EDITS, nodes.size() / NODES_PER_EDIT));
    List<ThreadRun> runs = new ArrayList<>();
    for (NamedThread events : threads) {
      if (most == 0 || events.size() < nodes.size() - most) {
        continue;
      }
      if (!similar(nodes, events, windows.labelled(events), most, runs)
          && !similar(nodes, events, StepWindows.marked(nodes, events), most, runs)) {
        similar(nodes, events, StepWindows.whole(events), most, runs);
      }
    }
    return runs;
  }

  /** Adds a run for each window that has one; whether there is any. */
  private static boolean similar(
      NamedThread nodes,
      NamedThread events,
      List<StepWindows.Window> windows,
      int most,
      List<ThreadRun> runs) {
    boolean found = false;
    long left = (long) MOST_OVERLAP * events.size();
    for (StepWindows.Window window : windows) {
      int size = window.to() - window.from();
      left -= size;
      if (left < 0) {
        break;
      }
      if (Math.abs(size - nodes.size()) > most) {
        continue;
      }
      int[] part = Arrays.copyOfRange(events.names(), window.from(), window.to());
      EditScript script = EditScript.of(nodes.names(), part, most);
      if (script != null) {
        ThreadRun run = ThreadRun.aligned(nodes, events, window.from(), script);
        if (run.joined() > 0) {
          runs.add(run);
          found = true;
        }
      }
    }
    return found;
  }
}
