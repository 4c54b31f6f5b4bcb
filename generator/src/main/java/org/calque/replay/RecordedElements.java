package org.calque.replay;

import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.calque.replay.StorageUses.Use;
import org.calque.trace.ExecutionTrace;
import org.calque.values.ValueRule;

/** Tensors whose very elements the recording kept. */
final class RecordedElements {
  private final Set<ValueRule.Recorded> kept = new HashSet<>();
  private final OperandUses uses;
  private final SlotTable slots;

  RecordedElements(ExecutionTrace trace, OperandUses uses, SlotTable slots) {
    this.uses = uses;
    this.slots = slots;
    trace.dumps().forEach(dump -> kept.add(new ValueRule.Recorded(dump.node(), dump.ordinal())));
  }

  /**
   * The elements of a storage, if the trace has them of a tensor that fills it.
   *
   * @param own its uses, as far as they see what was there before the step
   */
  Optional<ValueRule> of(StorageVersion storage, List<Use> own) {
    return kept.isEmpty()
        ? Optional.empty()
        : own.stream()
            .filter(use -> slots.fillsStorage(use.slot()))
            .<ValueRule>map(
                use -> new ValueRule.Recorded(uses.node(use.step()).id(), use.ordinal()))
            .filter(kept::contains)
            .findFirst();
  }
}
