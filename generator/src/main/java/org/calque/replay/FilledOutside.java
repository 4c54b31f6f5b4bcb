package org.calque.replay;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.calque.trace.ElementType;

/**
 * Tensors that an operator allocated without contents, and Python or native code filled without an
 * operator, as {@code torch.tensor} does. The allocation is replayed, but what is used is a tensor
 * that exists before the step, because nothing in it could fill another one.
 */
final class FilledOutside {
  private static final Set<String> ALLOCATIONS =
      Set.of("empty", "empty_like", "empty_strided", "new_empty", "new_empty_strided");

  /** {@code torch.tensor} ends with it. */
  private static final String LIFT = "lift_fresh";

  private static final Result DROPPED = new Result.Dropped();

  private final AssembledSteps assembled;
  private final OperatorSchemas schemas;
  private final StorageUses uses;
  private final RemarkCounts remarks = new RemarkCounts();

  private FilledOutside(AssembledSteps assembled, OperatorSchemas schemas) {
    this.assembled = assembled;
    this.schemas = schemas;
    uses = StorageUses.of(assembled.steps(), assembled.slots(), schemas);
  }

  /** Replaces them in place. */
  static List<Remark> replace(AssembledSteps assembled, OperatorSchemas schemas) {
    FilledOutside outside = new FilledOutside(assembled, schemas);
    List<Step> steps = assembled.steps();
    for (int i = 0; i < steps.size(); i++) {
      if (steps.get(i) instanceof Step.OperatorCall call
          && ALLOCATIONS.contains(schemas.of(call).baseName())
          && call.results().get(0) instanceof Result.Slot slot) {
        outside.replace(i, call, assembled.slots().storage(slot.slot()));
      }
    }
    return outside.remarks.remarks();
  }

  private void replace(int step, Step.OperatorCall call, StorageVersion storage) {
    if (!isFilledOutside(storage)) {
      return;
    }
    storage.existBefore();
    List<Result> results = new ArrayList<>(call.results());
    results.set(0, DROPPED);
    assembled
        .steps()
        .set(
            step,
            new Step.OperatorCall(
                call.operator(), call.schema(), call.operands(), results, call.provenance()));
    remarks.add("filled-outside", call.operator());
  }

  /**
   * Whether a storage is read before anything of the step writes it. Operators may be given memory
   * whose contents they ignore, and floating-point numbers can be anything, so of those only what
   * Python says it made is taken for filled.
   */
  private boolean isFilledOutside(StorageVersion storage) {
    boolean lifted = false;
    for (StorageUses.Use use : uses.of(storage)) {
      if (assembled.steps().get(use.step()) instanceof Step.OperatorCall call) {
        OperatorSchema schema = schemas.of(call);
        lifted |= schema.baseName().equals(LIFT);
        if (use.writes()) {
          return false;
        }
        if (!SameValues.isView(call, schema, storage, assembled.slots())) {
          break;
        }
      }
    }
    ElementType type = assembled.slots().tensor(storage.firstSlot()).type();
    return !uses.of(storage).isEmpty() && (lifted || !(type.isFloating() || type.isComplex()));
  }
}
