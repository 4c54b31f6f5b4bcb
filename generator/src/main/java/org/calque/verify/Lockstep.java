package org.calque.verify;

import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.calque.replay.TensorValues;
import org.calque.trace.TraceNode;
import org.calque.verify.Alignment.Pair;

/** Walks calls of the two traces side by side, with what they called. */
final class Lockstep {
  private final WalkedTrace recorded;
  private final WalkedTrace replayed;
  private final Findings findings;
  private final CallComparison calls;

  Lockstep(WalkedTrace recorded, WalkedTrace replayed, Findings findings) {
    this.recorded = recorded;
    this.replayed = replayed;
    this.findings = findings;
    calls = new CallComparison(recorded, replayed, findings);
  }

  /** Lives of memory that both traces have. */
  int memories() {
    return calls.memories();
  }

  /**
   * Walks a recorded call and what the replay did in its place.
   *
   * @param found {@code null} if that is nothing
   * @param same whether both are calls of one operator
   * @param callers the calls around them; {@link Visits#NONE} for outermost ones
   */
  void pair(TraceNode expected, TraceNode found, boolean same, Visits callers) {
    if (same) {
      findings.compared(callers == Visits.NONE, call(expected, found, callers));
      return;
    }
    findings.differ(expected, expected.operator(), operator(found));
    countMissing(expected, callers == Visits.NONE);
    recorded.walk(expected, callers.recorded());
    walk(found, callers);
  }

  /** Something that the replay did and that is in no recorded call's place. */
  void further(TraceNode found, String where, Visits callers) {
    findings.further(where, found.operator());
    walk(found, callers);
  }

  /** Walks what the replay did, if anything. */
  void walk(TraceNode found, Visits callers) {
    if (found != null) {
      replayed.walk(found, callers.replayed());
    }
  }

  /** The operator of a call, if there is one. */
  static String operator(TraceNode found) {
    return found == null ? "nothing" : found.operator();
  }

  private void countMissing(TraceNode expected, boolean isOutermost) {
    findings.compared(isOutermost, false);
    recorded.calls(expected).forEach(call -> countMissing(call, false));
  }

  /** Says whether the calls agree, whatever they called. */
  private boolean call(TraceNode expected, TraceNode found, Visits callers) {
    Visits visits =
        new Visits(
            recorded.enter(expected, callers.recorded()),
            replayed.enter(found, callers.replayed()));
    boolean agree = calls.arguments(visits);
    if (callers == Visits.NONE && isElsewhere(expected, found)) {
      findings.declare(Declared.DEVICE);
      recorded.calls(expected).forEach(call -> recorded.walk(call, visits.recorded()));
      replayed.calls(found).forEach(call -> replayed.walk(call, visits.replayed()));
    } else {
      inside(visits);
    }
    boolean resultsAgree = calls.results(visits);
    return agree && resultsAgree;
  }

  private void inside(Visits callers) {
    TraceNode around = callers.recorded().node();
    List<TraceNode> expected = recorded.calls(around);
    List<TraceNode> found = replayed.calls(callers.replayed().node());
    if (BatchedProduct.is(around) && expected.size() != found.size()) {
      findings.declare(Declared.BATCHED_PRODUCT);
      expected = BatchedProduct.withoutMatrices(expected);
      found = BatchedProduct.withoutMatrices(found);
    }
    if (BuildQuestion.differ(expected, found)) {
      findings.declare(Declared.BUILD_QUESTION);
      expected = BuildQuestion.without(expected);
      found = BuildQuestion.without(found);
    }
    for (Pair<TraceNode, TraceNode> pair :
        Alignment.of(expected, found, (a, b) -> a.operator().equals(b.operator()))) {
      if (pair.source() == null) {
        further(pair.replay(), "in " + findings.text(around), callers);
      } else {
        pair(pair.source(), pair.replay(), pair.same(), callers);
      }
    }
  }

  /** Whether the recorded tensors are on other devices than the replay's. */
  private static boolean isElsewhere(TraceNode expected, TraceNode found) {
    Set<String> recordedOn = devices(expected);
    return !recordedOn.isEmpty() && !recordedOn.equals(devices(found));
  }

  private static Set<String> devices(TraceNode call) {
    Set<String> devices = new TreeSet<>();
    TensorValues.forEach(call.inputs(), tensor -> devices.add(tensor.device()));
    TensorValues.forEach(call.outputs(), tensor -> devices.add(tensor.device()));
    devices.remove("");
    return devices;
  }
}
