package org.calque.trace;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Joins nodes with events where no numbers do: what a thread of the trace calls, one after the
 * other, is what a thread of the timeline calls at some time. The timeline may have many steps
 * alike; the times are of the recorded one, if autograd's counter tells which it is, or else of the
 * first that has all threads.
 */
final class SequenceMatch {
  /** Shorter threads are in many places by chance, so that they cannot tell a step. */
  static final int TELLING = 16;

  /** More threads are not looked for. */
  private static final int MOST_THREADS = 256;

  private static final int MOST_NAMED = 3;

  private final ExecutionTrace trace;
  private final CpuEvents cpu;
  private final List<NamedThread> threads;
  private final RunPlacement placement;
  private final List<List<ThreadRun>> runs = new ArrayList<>();

  /** Runs of the threads, in the order of the threads, at one time. */
  private record Step(RunPlacement.Anchor anchor, List<ThreadRun> runs, int joined) {}

  private SequenceMatch(ExecutionTrace trace, CpuEvents cpu, List<NamedThread> threads) {
    this.trace = trace;
    this.cpu = cpu;
    this.threads = threads;
    placement = new RunPlacement(cpu, trace.columns().sequences());
  }

  /** The match; of no node if no thread is found. */
  static EventMatch of(
      ExecutionTrace trace, KinetoTrace timeline, CpuThreads cpuThreads, EventNames names) {
    SequenceMatch match = new SequenceMatch(trace, timeline.cpu(), NamedThread.of(trace, names));
    return match.match(new RunSearch(trace, timeline, cpuThreads, names));
  }

  private void search(RunSearch search) {
    for (int i = 0; i < Math.min(threads.size(), MOST_THREADS); i++) {
      NamedThread thread = threads.get(i);
      List<ThreadRun> found = List.of();
      if (i == 0 || !runs.get(0).isEmpty() || thread.size() >= TELLING) {
        found = search.exact(thread);
        if (found.isEmpty()) {
          found = search.similar(thread);
        }
      }
      runs.add(sorted(found));
    }
  }

  private List<ThreadRun> sorted(List<ThreadRun> found) {
    return found.stream()
        .sorted(Comparator.comparingLong(run -> cpu.start(run.firstEvent())))
        .toList();
  }

  private EventMatch match(RunSearch search) {
    search(search);
    int[] rows = new int[trace.size()];
    Arrays.fill(rows, -1);
    int nodes = threads.stream().mapToInt(NamedThread::size).sum();
    int anchor = anchor();
    if (anchor < 0) {
      return new EventMatch(Timings.Method.NONE, rows, nodes, 0, 0, false, nothing());
    }
    List<Step> steps = steps(anchorRuns(runs.get(anchor)), anchor);
    Step taken = taken(steps);
    List<Step> alike = steps.stream().filter(step -> step.joined() >= taken.joined()).toList();
    List<ThreadRun> together = withSimilar(taken, search);
    for (ThreadRun run : together) {
      for (int i = 0; i < run.nodes().size(); i++) {
        rows[run.nodes().places()[i]] = run.event(i);
      }
    }
    return new EventMatch(
        Timings.Method.NAME_SEQUENCE,
        rows,
        nodes,
        alike.size(),
        alike.indexOf(taken) + 1,
        placement.isRecorded(taken.anchor().run()),
        remark(together));
  }

  /** The thread whose runs tell the steps: the longest with the recorded run, else the longest. */
  private int anchor() {
    int longest = -1;
    for (int i = 0; i < runs.size(); i++) {
      if (runs.get(i).stream().anyMatch(placement::isRecorded)) {
        return i;
      }
      longest = longest < 0 && !runs.get(i).isEmpty() ? i : longest;
    }
    return longest;
  }

  /** Those in one thread: that of the recorded run, or else the one with the most. */
  private List<ThreadRun> anchorRuns(List<ThreadRun> all) {
    Map<Long, List<ThreadRun>> byThread = new LinkedHashMap<>();
    for (ThreadRun run : all) {
      List<ThreadRun> same =
          byThread.computeIfAbsent(run.events().id(), thread -> new ArrayList<>());
      same.add(run);
    }
    List<ThreadRun> most = List.of();
    for (List<ThreadRun> same : byThread.values()) {
      if (same.stream().anyMatch(placement::isRecorded)) {
        return same;
      }
      most = same.size() > most.size() ? same : most;
    }
    return most;
  }

  private Step taken(List<Step> steps) {
    Step best = steps.get(0);
    for (Step step : steps) {
      if (placement.isRecorded(step.anchor().run())) {
        return step;
      }
      best = step.joined() > best.joined() ? step : best;
    }
    return best;
  }

  private List<Step> steps(List<ThreadRun> anchors, int anchorThread) {
    List<Step> steps = new ArrayList<>();
    for (int i = 0; i < anchors.size(); i++) {
      long before = i == 0 ? Long.MIN_VALUE : cpu.start(anchors.get(i - 1).firstEvent());
      boolean last = i + 1 == anchors.size();
      long after = last ? Long.MAX_VALUE : cpu.start(anchors.get(i + 1).firstEvent());
      steps.add(step(new RunPlacement.Anchor(anchors.get(i), before, after), anchorThread));
    }
    return steps;
  }

  private Step step(RunPlacement.Anchor anchor, int anchorThread) {
    List<ThreadRun> together = new ArrayList<>();
    together.add(anchor.run());
    Set<Long> taken = new HashSet<>();
    taken.add(anchor.run().events().id());
    int joined = anchor.run().joined();
    for (int i = 0; i < runs.size(); i++) {
      ThreadRun run = i == anchorThread ? null : placement.beside(anchor, runs.get(i), taken);
      if (run != null) {
        together.add(run);
        taken.add(run.events().id());
        joined += run.joined();
      }
    }
    return new Step(anchor, together, joined);
  }

  private String nothing() {
    if (threads.isEmpty()) {
      return "the trace has no nodes but those of its threads";
    }
    NamedThread longest = threads.get(0);
    return "what thread "
        + longest.id()
        + " of the trace calls ("
        + longest.size()
        + " nodes) is nowhere in the timeline, and no record function ids lead there;"
        + " record both at once";
  }

  /** Adds threads that are as they are in the trace in other steps only. */
  private List<ThreadRun> withSimilar(Step step, RunSearch search) {
    List<ThreadRun> together = new ArrayList<>(step.runs());
    Set<Long> taken = new HashSet<>();
    together.forEach(run -> taken.add(run.events().id()));
    for (int i = 0; i < runs.size(); i++) {
      NamedThread thread = threads.get(i);
      if (thread.size() >= TELLING
          && runs.get(i).stream().anyMatch(run -> run.edits() == 0)
          && together.stream().noneMatch(run -> run.nodes() == thread)) {
        ThreadRun run = placement.beside(step.anchor(), sorted(search.similar(thread)), taken);
        if (run != null) {
          together.add(run);
          taken.add(run.events().id());
        }
      }
    }
    return together;
  }

  private String remark(List<ThreadRun> together) {
    List<String> parts = new ArrayList<>();
    for (ThreadRun run : together) {
      if (run.edits() > 0) {
        parts.add(
            "thread "
                + run.nodes().id()
                + " is there with a few names more or less; "
                + (run.nodes().size() - run.joined())
                + " of its "
                + run.nodes().size()
                + " nodes have no time");
      }
    }
    int without = 0;
    for (NamedThread thread : threads) {
      if (together.stream().noneMatch(run -> run.nodes() == thread) && ++without <= MOST_NAMED) {
        parts.add("thread " + thread.id() + " (" + thread.size() + " nodes) is not in that step");
      }
    }
    if (without > MOST_NAMED) {
      parts.add((without - MOST_NAMED) + " more threads neither");
    }
    return String.join("; ", parts);
  }
}
