package org.calque.verify;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.calque.replay.OperatorSchema;
import org.calque.trace.TensorReference;
import org.calque.trace.TraceValue;

/**
 * Follows the memory of tensors in both traces, and compares which of them share it. Only the
 * traces are asked, not how the replay was made.
 */
final class MemoryComparison {
  private final WalkedTrace recorded;
  private final WalkedTrace replayed;
  private final Findings findings;
  private final SharedMemory shared = new SharedMemory();
  private final Map<String, OperatorSchema> schemas = new HashMap<>();

  /** Memory of the replay that it was given in place of what the step computes. */
  private final Set<Integer> prepared = new HashSet<>();

  MemoryComparison(WalkedTrace recorded, WalkedTrace replayed, Findings findings) {
    this.recorded = recorded;
    this.replayed = replayed;
    this.findings = findings;
  }

  /** Lives of memory that both traces have. */
  int count() {
    return shared.count();
  }

  /** Follows a value of each trace at one place; says whether their memory agrees. */
  boolean compare(Visits visits, TraceValue expected, TraceValue found, Argument place) {
    boolean number = isNumber(visits, expected, place);
    if (number && visits.areOutermost() && found instanceof TensorReference tensor) {
      findings.comparedTensor();
      findings.declare(Declared.NUMBER);
      recorded.number((TensorReference) expected);
      shared.meetNumber(replayed.number(tensor), place);
      return true;
    }
    int source = recorded.memory(visits.recorded(), expected, place.result());
    int replay = replayed.memory(visits.replayed(), found, place.result());
    if (!(expected instanceof TensorReference && found instanceof TensorReference)) {
      return true;
    }
    findings.comparedTensor();
    // Where one operator passes a number to another, it is made for the call.
    if (number || source < 0 || replay < 0 || prepared.contains(replay)) {
      return true;
    }
    if (shared.meet(source, replay, place)) {
      return true;
    }
    if (visits.areOutermost() && findings.isPrepared(place)) {
      findings.declare(Declared.PREPARED);
      prepared.add(replay);
      return true;
    }
    shared.mismatch(source, replay).ifPresent(wrong -> findings.differ(place, wrong));
    return false;
  }

  /**
   * Whether a tensor may be a number that Python passed: without dimensions, of a type that Python
   * has, returned by no operator, and not written.
   */
  private boolean isNumber(Visits visits, TraceValue value, Argument place) {
    return value instanceof TensorReference tensor
        && !place.result()
        && tensor.sizes().length == 0
        && switch (tensor.type()) {
          case FLOAT64, INT64, BOOL, COMPLEX128 -> true;
          default -> false;
        }
        && !recorded.isReturned(visits.recorded(), tensor)
        && !schemas
            .computeIfAbsent(place.node().schema(), OperatorSchema::parse)
            .writes(place.position());
  }
}
