package org.calque.replay;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.calque.trace.Bisection;
import org.calque.trace.ExecutionTrace;
import org.calque.trace.Repair;
import org.calque.trace.TraceNode;

/**
 * The steps that a trace marks. A step lasts from its label to the next one, and holds the work of
 * all threads in between, since the backward pass runs on a thread that no label encloses. The last
 * one lasts until its own thread goes on outside of its label.
 */
public final class RecordedSteps {
  private static final String LABEL = "ProfilerStep#";
  private static final String THREAD = "[pytorch|profiler|";

  /** Steps that a message names at most. */
  private static final int NAMED = 20;

  private final String file;
  private final int nodes;
  private final List<RecordedStep> steps;

  private RecordedSteps(String file, int nodes, List<RecordedStep> steps) {
    this.file = file;
    this.nodes = nodes;
    this.steps = List.copyOf(steps);
  }

  /**
   * Finds the steps. Where the end of the trace is missing, the last one is not complete, as what
   * is missing may belong to it.
   */
  public static RecordedSteps of(ExecutionTrace trace) {
    List<TraceNode> labels = trace.nodes().stream().filter(RecordedSteps::isLabel).toList();
    List<RecordedStep> steps = new ArrayList<>();
    for (int i = 0; i < labels.size(); i++) {
      TraceNode label = labels.get(i);
      boolean last = i == labels.size() - 1;
      int end = last ? end(trace, label) : labels.get(i + 1).index();
      steps.add(new RecordedStep(label.name(), label.index(), end, !(last && trace.isCutOff())));
    }
    return new RecordedSteps(trace.source().file(), trace.nodes().size(), steps);
  }

  private static boolean isThread(TraceNode node) {
    return node.name().startsWith(THREAD) && node.name().endsWith("|thread]");
  }

  private static boolean isLabel(TraceNode node) {
    return !node.isOperator() && node.name().startsWith(LABEL);
  }

  /**
   * One past the last node below a label, and past what other threads do after that. A node whose
   * parent is lost lies right under the root, where only threads belong; it may be of the step.
   */
  private static int end(ExecutionTrace trace, TraceNode label) {
    int size = trace.nodes().size();
    boolean torn =
        trace.repairs().stream()
            .anyMatch(
                repair ->
                    repair.kind() == Repair.Kind.MISSING_PARENT
                        || repair.kind() == Repair.Kind.PARENT_CYCLE);
    BitSet inside = new BitSet();
    inside.set(label.index());
    for (int i = label.index() + 1; i < size; i++) {
      int parent = trace.parentIndex(i);
      boolean lost = torn && (parent < 0 || trace.parentIndex(parent) < 0);
      inside.set(i, (lost && !isThread(trace.at(i))) || (parent >= 0 && inside.get(parent)));
    }
    int end = inside.length();
    while (end < size && trace.at(end).thread() != label.thread()) {
      end++;
    }
    return end;
  }

  /** All steps in execution order; none where the trace has no labels of steps. */
  public List<RecordedStep> all() {
    return steps;
  }

  /** The step that a node is part of, if any. */
  Optional<RecordedStep> around(int index) {
    int first = Bisection.first(steps.size(), i -> steps.get(i).endIndex() > index);
    return first < steps.size() && steps.get(first).contains(index)
        ? Optional.of(steps.get(first))
        : Optional.empty();
  }

  /**
   * The step to replay. A trace without labels is one step as a whole.
   *
   * @param wanted number of a label, such as {@code 6} for {@code ProfilerStep#6}, or its text;
   *     empty for the first complete step, or the first one where none is
   * @throws UnreplayableTraceException if the trace has no such step; the message names those that
   *     it has
   */
  public RecordedStep choose(Optional<String> wanted) {
    if (wanted.isPresent()) {
      return find(wanted.get());
    }
    return steps.stream()
        .filter(RecordedStep::complete)
        .findFirst()
        .or(() -> steps.stream().findFirst())
        .orElseGet(() -> new RecordedStep("", 0, nodes, true));
  }

  private RecordedStep find(String wanted) {
    return steps.stream()
        .filter(step -> step.label().equals(wanted) || step.label().equals(LABEL + wanted))
        .findFirst()
        .orElseThrow(
            () ->
                new UnreplayableTraceException(file + ": no step \"" + wanted + "\"; " + named()));
  }

  private String named() {
    if (steps.isEmpty()) {
      return "the trace marks no steps, so leave the choice out";
    }
    String names =
        steps.stream().limit(NAMED).map(RecordedStep::label).collect(Collectors.joining(", "));
    return "the trace has "
        + names
        + (steps.size() > NAMED ? " and " + (steps.size() - NAMED) + " more" : "");
  }
}
