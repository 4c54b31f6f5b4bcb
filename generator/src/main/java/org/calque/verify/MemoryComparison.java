package org.calque.verify;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
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

  MemoryComparison(WalkedTrace recorded, WalkedTrace replayed, Findings findings) {
    this.recorded = recorded;
    this.replayed = replayed;
    this.findings = findings;
  }

  /** Lives of memory that both traces have. */
  int count() {
    return shared.count();
  }

  /** Follows a value of each trace at one place; says what is wrong with their memory, if any. */
  Optional<Mismatch> compare(Visits visits, TraceValue expected, TraceValue found, Argument place) {
    boolean number = isNumber(visits, expected, place);
    if (number && visits.areOutermost() && found instanceof TensorReference tensor) {
      findings.comparedTensor();
      findings.declare(Declared.NUMBER);
      recorded.number((TensorReference) expected);
      shared.meetNumber(replayed.number(tensor), place);
      return Optional.empty();
    }
    int source = recorded.memory(visits.recorded(), expected, place.result());
    int replay = replayed.memory(visits.replayed(), found, place.result());
    if (!(expected instanceof TensorReference && found instanceof TensorReference)) {
      return Optional.empty();
    }
    findings.comparedTensor();
    // Where one operator passes a number to another, it is made for the call.
    return number || source < 0 || replay < 0
        ? Optional.empty()
        : shared.meet(source, replay, place);
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
