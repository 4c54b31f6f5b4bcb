package org.calque.verify;

import java.util.BitSet;
import java.util.List;
import java.util.Set;
import org.calque.trace.ExecutionTrace;
import org.calque.trace.TraceNode;
import org.calque.verify.Alignment.Pair;

/** Compares a recording with the recording of its replay, from the outermost operators on. */
public final class Comparison {
  private static final String VIEW = "aten::as_strided";

  private final ExecutionTrace source;
  private final Findings findings;
  private final WalkedTrace recorded;
  private final Lockstep lockstep;

  private Comparison(ExecutionTrace source, ExecutionTrace replay) {
    this.source = source;
    findings = new Findings(source);
    recorded = new WalkedTrace(source);
    lockstep = new Lockstep(recorded, new WalkedTrace(replay), findings);
  }

  /**
   * Compares.
   *
   * @param source the recording
   * @param steps what the replay is made of, in its order
   * @param leftOut how many recorded operators the replay declares it leaves out
   * @param replay what was recorded of the replay
   * @throws IllegalArgumentException if a step names a node that the recording has not
   */
  public static Verdict of(
      ExecutionTrace source, List<ReplayedStep> steps, int leftOut, ExecutionTrace replay) {
    return of(source, steps, leftOut, Set.of(), replay);
  }

  /**
   * Compares.
   *
   * @param prepared operators and arguments, such as {@code aten::embedding indices}, that take a
   *     prepared tensor where the original took one that the step computes
   */
  public static Verdict of(
      ExecutionTrace source,
      List<ReplayedStep> steps,
      int leftOut,
      Set<String> prepared,
      ExecutionTrace replay) {
    Comparison comparison = new Comparison(source, replay);
    comparison.findings.setPrepared(prepared);
    comparison.compare(steps, leftOut, Calls.outermost(replay));
    return comparison.findings.verdict(comparison.lockstep.memories());
  }

  /**
   * How many steps of a replay that failed it did before: so many of them are in its recording, in
   * a row from the first on.
   */
  public static int done(ExecutionTrace source, List<ReplayedStep> steps, ExecutionTrace replay) {
    Comparison comparison = new Comparison(source, replay);
    List<TraceNode> calls = Calls.outermost(replay);
    int done = 0;
    while (done < Math.min(steps.size(), calls.size())
        && comparison.isSame(steps.get(done), calls.get(done))) {
      done++;
    }
    return done;
  }

  private void compare(List<ReplayedStep> steps, int leftOut, List<TraceNode> calls) {
    BitSet selected = new BitSet();
    steps.forEach(step -> selected.set(node(step).index()));
    List<TraceNode> omitted = LeftOut.of(source, selected);
    findings.setLeftOut(omitted.size());
    if (omitted.size() > leftOut) {
      omitted.forEach(call -> findings.differ(call, "to be replayed", "nothing of it"));
    }
    int walked = 0;
    TraceNode last = null;
    for (Pair<ReplayedStep, TraceNode> pair : Alignment.of(steps, calls, this::isSame)) {
      if (pair.source() != null) {
        last = node(pair.source());
        while (walked < omitted.size() && omitted.get(walked).index() < last.index()) {
          recorded.walk(omitted.get(walked++), null);
        }
      }
      step(pair, last);
    }
  }

  private TraceNode node(ReplayedStep step) {
    return source.node(step.node());
  }

  private boolean isSame(ReplayedStep step, TraceNode call) {
    return call.operator().equals(step.view() ? VIEW : node(step).operator());
  }

  /**
   * @param node the step's node, or the one before where the replay does something further
   */
  private void step(Pair<ReplayedStep, TraceNode> pair, TraceNode node) {
    if (pair.source() == null) {
      String where = node == null ? "at the start" : "after " + findings.text(node);
      lockstep.further(pair.replay(), where, Visits.NONE);
    } else if (!pair.source().view()) {
      lockstep.pair(node, pair.replay(), pair.same(), Visits.NONE);
    } else {
      view(pair, node);
    }
  }

  private void view(Pair<ReplayedStep, TraceNode> pair, TraceNode node) {
    if (pair.same()) {
      findings.declare(Declared.VIEW);
    } else {
      findings.differ(node, VIEW + " before it", Lockstep.operator(pair.replay()));
    }
    lockstep.walk(pair.replay(), Visits.NONE);
  }
}
