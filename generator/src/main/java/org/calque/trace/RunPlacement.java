package org.calque.trace;

import java.util.Arrays;
import java.util.List;
import java.util.Set;

/**
 * Tells which runs of two threads belong to one step. Nodes of all threads are numbered together as
 * they begin, so that the trace says between which nodes of one thread another one began and ended;
 * the timeline says when those were.
 */
final class RunPlacement {
  /** Runs before and after the expected one that are considered. */
  private static final int NEIGHBOURS = 4;

  /**
   * The run that stands for a step.
   *
   * @param before when the step before it began, in nanoseconds by the file's clock
   * @param after when the step after it began
   */
  record Anchor(ThreadRun run, long before, long after) {}

  private final CpuEvents cpu;
  private final long[] sequences;

  /**
   * @param sequences autograd's numbers by position of the node
   */
  RunPlacement(CpuEvents cpu, long[] sequences) {
    this.cpu = cpu;
    this.sequences = sequences;
  }

  /** Whether a run is known to be the recorded one. */
  boolean isRecorded(ThreadRun run) {
    return run.isRecorded(sequences, cpu);
  }

  /**
   * The run that began and ended when the trace says so, or {@code null}.
   *
   * @param anchor the step
   * @param candidates in the order of time
   * @param taken threads of the timeline that have a run already
   */
  ThreadRun beside(Anchor anchor, List<ThreadRun> candidates, Set<Long> taken) {
    if (candidates.isEmpty()) {
      return null;
    }
    long tolerance =
        (cpu.start(anchor.run().lastEvent()) - cpu.start(anchor.run().firstEvent())) / 2;
    int expected =
        firstFrom(candidates, expectedStart(anchor.run(), candidates.get(0).firstNode()));
    int best = -1;
    long least = Long.MAX_VALUE;
    boolean ambiguous = false;
    for (int i = Math.max(0, expected - NEIGHBOURS);
        i < Math.min(candidates.size(), expected + NEIGHBOURS);
        i++) {
      ThreadRun run = candidates.get(i);
      long distance =
          distance(anchor, run.firstNode(), run.firstEvent())
              + distance(anchor, run.lastNode(), run.lastEvent());
      if (taken.contains(run.events().id()) || distance > tolerance) {
        continue;
      }
      if (isRecorded(run)) {
        return run;
      }
      if (distance < least) {
        best = i;
        least = distance;
        ambiguous = false;
      } else if (distance == least) {
        best = Math.abs(i - expected) < Math.abs(best - expected) ? i : best;
        ambiguous = run.nodes().size() < SequenceMatch.TELLING;
      }
    }
    return ambiguous || best < 0 ? null : candidates.get(best);
  }

  /** The first candidate that began at that time or later. */
  private int firstFrom(List<ThreadRun> candidates, long time) {
    return Bisection.first(
        candidates.size(), i -> cpu.start(candidates.get(i).firstEvent()) >= time);
  }

  private long expectedStart(ThreadRun anchor, int node) {
    int before = eventBefore(anchor, node);
    return cpu.start(before >= 0 ? before : anchor.firstEvent());
  }

  /** How far an event lies outside the time between the anchor's nodes around its node. */
  private long distance(Anchor anchor, int node, int event) {
    int before = eventBefore(anchor.run(), node);
    int after = eventAfter(anchor.run(), node);
    long earliest = before < 0 ? anchor.before() : cpu.start(before);
    long latest = after < 0 ? anchor.after() : cpu.start(after);
    long start = cpu.start(event);
    return start < earliest ? earliest - start : start > latest ? start - latest : 0;
  }

  private static int eventBefore(ThreadRun anchor, int node) {
    int place = -Arrays.binarySearch(anchor.nodes().places(), node) - 2;
    while (place >= 0 && anchor.event(place) < 0) {
      place--;
    }
    return place < 0 ? -1 : anchor.event(place);
  }

  private static int eventAfter(ThreadRun anchor, int node) {
    int place = -Arrays.binarySearch(anchor.nodes().places(), node) - 1;
    while (place < anchor.nodes().size() && anchor.event(place) < 0) {
      place++;
    }
    return place == anchor.nodes().size() ? -1 : anchor.event(place);
  }
}
