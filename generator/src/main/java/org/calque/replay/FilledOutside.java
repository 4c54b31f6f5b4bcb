package org.calque.replay;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import org.calque.trace.ElementType;
import org.calque.trace.ExecutionTrace;
import org.calque.trace.TensorReference;
import org.calque.trace.TraceNode;
import org.calque.trace.TraceValue;

/**
 * Tensors that an operator allocated without contents, and something filled without an operator:
 * Python, as {@code torch.tensor} does, or communication. The allocation is replayed, but what is
 * used is a tensor that exists before the step, because nothing in it could fill another one.
 */
final class FilledOutside {
  private static final Set<String> ALLOCATIONS =
      Set.of("empty", "empty_like", "empty_strided", "new_empty", "new_empty_strided");

  /** {@code torch.tensor} ends with it. */
  private static final String LIFT = "lift_fresh";

  private static final Result DROPPED = new Result.Dropped();

  private final ExecutionTrace trace;
  private final AssembledSteps assembled;
  private final OperatorSchemas schemas;
  private final StorageUses uses;
  private final RemarkCounts remarks = new RemarkCounts();

  /** Positions of nodes that communicate, rising. */
  private final int[] communication;

  private FilledOutside(ExecutionTrace trace, AssembledSteps assembled, OperatorSchemas schemas) {
    this.trace = trace;
    this.assembled = assembled;
    this.schemas = schemas;
    uses = StorageUses.of(assembled.steps(), assembled.slots(), schemas);
    communication =
        trace.nodes().stream()
            .filter(node -> Communication.isRecord(node) || Communication.isOperator(node))
            .mapToInt(TraceNode::index)
            .toArray();
  }

  /** Replaces them in place. */
  static List<Remark> replace(
      ExecutionTrace trace, AssembledSteps assembled, OperatorSchemas schemas) {
    FilledOutside outside = new FilledOutside(trace, assembled, schemas);
    List<Step> steps = assembled.steps();
    for (int i = 0; i < steps.size(); i++) {
      if (steps.get(i) instanceof Step.OperatorCall call
          && ALLOCATIONS.contains(schemas.of(call).baseName())
          && !call.results().isEmpty()
          && call.results().get(0) instanceof Result.Slot slot) {
        outside.replace(i, call, assembled.slots().storage(slot.slot()));
      }
    }
    return outside.remarks.remarks();
  }

  private void replace(int step, Step.OperatorCall call, StorageVersion storage) {
    if (!isFilledOutside(storage, trace.node(call.provenance().node()))) {
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
   * Python says it made, and what communication is handed, is taken for filled.
   */
  private boolean isFilledOutside(StorageVersion storage, TraceNode allocation) {
    boolean lifted = false;
    TraceNode reader = null;
    for (StorageUses.Use use : uses.of(storage)) {
      if (assembled.steps().get(use.step()) instanceof Step.OperatorCall call) {
        OperatorSchema schema = schemas.of(call);
        lifted |= schema.baseName().equals(LIFT);
        if (use.writes()) {
          return false;
        }
        if (!SameValues.isView(call, schema, storage, assembled.slots())) {
          reader = trace.node(call.provenance().node());
          break;
        }
      }
    }
    ElementType type = assembled.slots().tensor(storage.firstSlot()).type();
    if (!type.isFloating() && !type.isComplex()) {
      return !uses.of(storage).isEmpty();
    }
    return lifted || (reader != null && isHandedOver(allocation, reader));
  }

  /** Whether memory goes to communication between its allocation and its first reader. */
  private boolean isHandedOver(TraceNode allocation, TraceNode reader) {
    // Where an id is damaged, the node may be another one, without results.
    if (allocation.outputs().isEmpty()
        || !(allocation.outputs().get(0) instanceof TensorReference made)
        || !made.hasMemory()) {
      return false;
    }
    int first = Arrays.binarySearch(communication, allocation.index());
    for (int i = first < 0 ? -first - 1 : first; i < communication.length; i++) {
      if (communication[i] > reader.index()) {
        return false;
      }
      if (trace.at(communication[i]).inputs().stream().anyMatch(input -> lies(input, made))) {
        return true;
      }
    }
    return false;
  }

  private static boolean lies(TraceValue input, TensorReference made) {
    if (input instanceof TraceValue.Sequence list) {
      return list.elements().stream().anyMatch(element -> lies(element, made));
    }
    return input instanceof TensorReference tensor && tensor.storage() == made.storage();
  }
}
