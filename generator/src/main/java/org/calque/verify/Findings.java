package org.calque.verify;

import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import org.calque.trace.ExecutionTrace;
import org.calque.trace.TraceNode;

/** What a comparison has found so far. */
final class Findings {
  private Set<String> prepared = Set.of();
  private final ExecutionTrace source;
  private final Map<Declared, Integer> declared = new EnumMap<>(Declared.class);
  private final Map<Difference, Integer> differences = new LinkedHashMap<>();
  private final Count outermost = new Count();
  private final Count inside = new Count();
  private int tensors;
  private int leftOut;

  /** Calls that were compared. */
  private static final class Count {
    private int compared;
    private int agreeing;

    Agreement agreement() {
      return new Agreement(compared, agreeing);
    }
  }

  Findings(ExecutionTrace source) {
    this.source = source;
  }

  /** Names operators with arguments that take a prepared tensor. */
  void setPrepared(Set<String> roles) {
    prepared = Set.copyOf(roles);
  }

  /** Whether an argument takes one. */
  boolean isPrepared(Argument place) {
    return !place.result() && prepared.contains(place.role());
  }

  /** Sets how many recorded operators the replay has nothing of. */
  void setLeftOut(int count) {
    leftOut = count;
  }

  /** Counts a recorded call. */
  void compared(boolean isOutermost, boolean agrees) {
    Count count = isOutermost ? outermost : inside;
    count.compared++;
    count.agreeing += agrees ? 1 : 0;
  }

  /** Counts a tensor that both traces have at the same place. */
  void comparedTensor() {
    tensors++;
  }

  /** Counts a difference that is no mistake. */
  void declare(Declared kind) {
    declared.merge(kind, 1, Integer::sum);
  }

  /** A value that is not as recorded. */
  void differ(Argument place, Mismatch mismatch) {
    add(place.node(), place.name(), mismatch.expected(), mismatch.found());
  }

  /** A call that is not as recorded. */
  void differ(TraceNode call, String expected, String found) {
    add(call, "", expected, found);
  }

  /** A call of the replay that is in no recorded call's place. */
  void further(String where, String operator) {
    add(new Difference(where, "", "nothing further", operator, 1));
  }

  private void add(TraceNode call, String argument, String expected, String found) {
    add(new Difference(text(call), argument, expected, found, 1));
  }

  private void add(Difference difference) {
    differences.merge(difference, 1, Integer::sum);
  }

  /** A call with the outermost one around it. */
  String text(TraceNode call) {
    String text = "node " + call.id() + " " + call.operator();
    TraceNode around = null;
    for (int i = source.parentIndex(call.index()); i >= 0; i = source.parentIndex(i)) {
      around = source.at(i).isOperator() ? source.at(i) : around;
    }
    return around == null ? text : text + " in node " + around.id() + " " + around.operator();
  }

  Verdict verdict(int memories) {
    return new Verdict(
        leftOut,
        outermost.agreement(),
        inside.agreement(),
        tensors,
        memories,
        declared,
        differences.entrySet().stream()
            .map(entry -> entry.getKey().times(entry.getValue()))
            .toList());
  }
}
