package org.calque.verify;

import java.util.List;
import java.util.Optional;
import java.util.function.IntFunction;
import org.calque.trace.TraceNode;
import org.calque.trace.TraceValue;

/** Compares what two calls of one operator take and return. */
final class CallComparison {
  private final WalkedTrace recorded;
  private final WalkedTrace replayed;
  private final Findings findings;
  private final MemoryComparison memory;

  CallComparison(WalkedTrace recorded, WalkedTrace replayed, Findings findings) {
    this.recorded = recorded;
    this.replayed = replayed;
    this.findings = findings;
    memory = new MemoryComparison(recorded, replayed, findings);
  }

  /** Lives of memory that both traces have. */
  int memories() {
    return memory.count();
  }

  /** Compares schemas and arguments; says whether they agree. */
  boolean arguments(Visits visits) {
    TraceNode expected = visits.recorded().node();
    TraceNode found = visits.replayed().node();
    boolean sameSchema = expected.schema().equals(found.schema());
    if (!sameSchema) {
      findings.differ(expected, expected.schema(), found.schema());
    }
    boolean agree = all(visits, expected.inputs(), found.inputs(), false);
    return sameSchema && agree;
  }

  /** Compares results; says whether they agree. */
  boolean results(Visits visits) {
    return all(
        visits, visits.recorded().node().outputs(), visits.replayed().node().outputs(), true);
  }

  private boolean all(
      Visits visits, List<TraceValue> expected, List<TraceValue> found, boolean results) {
    TraceNode node = visits.recorded().node();
    boolean sameNumber = expected.size() == found.size();
    if (!sameNumber) {
      String what = results ? " results" : " arguments";
      findings.differ(node, expected.size() + what, found.size() + what);
    }
    boolean agree = each(visits, expected, found, i -> new Argument(node, results, i, ""));
    return sameNumber && agree;
  }

  /** Compares values one by one, and follows those that only one of the two has. */
  private boolean each(
      Visits visits,
      List<TraceValue> expected,
      List<TraceValue> found,
      IntFunction<Argument> places) {
    int common = Math.min(expected.size(), found.size());
    boolean agree = true;
    for (int i = 0; i < common; i++) {
      agree &= value(visits, expected.get(i), found.get(i), places.apply(i));
    }
    boolean results = places.apply(common).result();
    recorded.follow(visits.recorded(), expected.subList(common, expected.size()), results);
    replayed.follow(visits.replayed(), found.subList(common, found.size()), results);
    return agree;
  }

  private boolean value(Visits visits, TraceValue expected, TraceValue found, Argument place) {
    if (expected instanceof TraceValue.Sequence recordedList
        && found instanceof TraceValue.Sequence replayedList) {
      return list(visits, recordedList.elements(), replayedList.elements(), place);
    }
    if (RecordedValues.isUnrecorded(expected, found)) {
      findings.declare(Declared.UNRECORDED);
    }
    Optional<Mismatch> mismatch = RecordedValues.compare(expected, found);
    if (mismatch.isPresent() && isRead(visits, expected, found, place)) {
      findings.declare(Declared.READ_NUMBER);
      return true;
    }
    mismatch.ifPresent(wrong -> findings.differ(place, wrong));
    boolean sameMemory = memory.compare(visits, expected, found, place);
    return mismatch.isEmpty() && sameMemory;
  }

  private boolean list(
      Visits visits, List<TraceValue> expected, List<TraceValue> found, Argument place) {
    boolean sameLength = expected.size() == found.size();
    if (!sameLength) {
      findings.differ(
          place, new Mismatch("a list of " + expected.size(), "a list of " + found.size()));
    }
    boolean agree = each(visits, expected, found, place::element);
    return sameLength && agree;
  }

  /**
   * Whether numbers may differ because they were read from tensors: those that an operator returns,
   * and floating-point ones that it passes on. An integer or a flag that it passes on decides what
   * is done, and does not count as read, but for one that it writes into a tensor.
   */
  private static boolean isRead(
      Visits visits, TraceValue expected, TraceValue found, Argument place) {
    if (expected instanceof TraceValue.Real && found instanceof TraceValue.Real) {
      return place.result() || !visits.areOutermost();
    }
    boolean written =
        !visits.areOutermost() && place.node().operator().equals("aten::fill_.Scalar");
    return (place.result() || written)
        && expected.getClass() == found.getClass()
        && (expected instanceof TraceValue.Int || expected instanceof TraceValue.Bool);
  }
}
