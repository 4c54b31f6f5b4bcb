package org.calque.replay;

import com.carrotsearch.hppc.IntIntHashMap;
import java.util.BitSet;
import java.util.Set;
import java.util.function.Consumer;

/**
 * What became of values that existed before the step, while its calls are followed in execution
 * order: whether a slot holds them as they were, or holds something computed from them.
 */
final class StoredValues {
  /** Operators that compute each number from numbers, so that the results may be any numbers. */
  private static final Set<String> ARITHMETIC =
      Set.of(
          ("__and__ __lshift__ __or__ __rshift__ __xor__ abs add addcdiv addcmul amax amin "
                  + "bitwise_and bitwise_left_shift bitwise_not bitwise_or bitwise_right_shift "
                  + "bitwise_xor ceil clamp clamp_max clamp_min copy cumprod cumsum diff div eq exp "
                  + "floor floor_divide fmod ge gt index_add index_copy index_fill index_put le "
                  + "logical_and logical_not logical_or logical_xor lt masked_fill masked_scatter "
                  + "max maximum min minimum mul ne neg pow prod reciprocal remainder round rsub "
                  + "scatter scatter_add sqrt square sub sum tril triu trunc where")
              .split(" "));

  private static final int NONE = -1;

  private final SlotTable slots;
  private final OperatorSchemas schemas;

  /** Storages that some call of the step writes. */
  private final BitSet written = new BitSet();

  /** Slots that hold stored values, or parts of them, as they were. */
  private final BitSet kept = new BitSet();

  /** Slots that hold what was computed from stored values. */
  private final BitSet computed = new BitSet();

  /** Storages into which stored values, or what was computed from them, were written. */
  private final BitSet overwritten = new BitSet();

  /** The number of the storage all of whose elements a slot made in the step holds. */
  private final IntIntHashMap wholes = new IntIntHashMap();

  StoredValues(AssembledSteps assembled, OperatorSchemas schemas) {
    slots = assembled.slots();
    this.schemas = schemas;
    for (Step step : assembled.steps()) {
      if (step instanceof Step.OperatorCall call) {
        forEachWritten(call, storage -> written.set(storage.number()));
      }
    }
  }

  private void forEachWritten(Step.OperatorCall call, Consumer<StorageVersion> action) {
    if (schemas.of(call).writesElements()) {
      SlotUses.forEach(
          call,
          (operand, argument) -> {
            if (operand.use() == Operand.Use.WRITTEN) {
              action.accept(slots.storage(operand.slot()));
            }
          });
    }
  }

  /** Whether a call of the step writes a storage. */
  boolean isWritten(StorageVersion storage) {
    return written.get(storage.number());
  }

  /**
   * Whether a slot holds what the step computed from stored values, or where it writes over them.
   */
  boolean isComputed(int slot) {
    StorageVersion storage = slots.storage(slot);
    return computed.get(slot)
        || overwritten.get(storage.number())
        || (storage.isExternal() && isWritten(storage));
  }

  private boolean isKept(int slot) {
    return kept.get(slot) || slots.storage(slot).isExternal();
  }

  /** The storage all of whose elements a slot holds as they were, or {@code null}. */
  StorageVersion whole(int slot) {
    StorageVersion storage = slots.storage(slot);
    if (isComputed(slot)) {
      return null;
    }
    if (storage.isExternal()) {
      return slots.fillsStorage(slot) ? storage : null;
    }
    int number = wholes.getOrDefault(slot, NONE);
    return number == NONE ? null : slots.storages().get(number);
  }

  /** Takes in the next step. */
  void follow(Step step) {
    if (step instanceof Step.Alias alias) {
      kept.set(alias.slot(), isKept(alias.base().slot()));
      computed.set(alias.slot(), isComputed(alias.base().slot()));
    } else if (step instanceof Step.OperatorCall call) {
      followFlow(call);
      followArithmetic(call);
    }
  }

  private void followFlow(Step.OperatorCall call) {
    SameValues.forEach(
        call,
        schemas.of(call),
        slots,
        (operand, result, whole) -> {
          if (isComputed(operand) || (isKept(operand) && isRounded(operand, result))) {
            computed.set(result);
          } else if (isKept(operand)) {
            kept.set(result);
            StorageVersion storage = whole ? whole(operand) : null;
            if (storage != null) {
              wholes.put(result, storage.number());
            }
          }
        });
  }

  private boolean isRounded(int operand, int result) {
    return slots.tensor(operand).type().isFloating() && !slots.tensor(result).type().isFloating();
  }

  private void followArithmetic(Step.OperatorCall call) {
    if (!takesStoredValues(call)) {
      return;
    }
    forEachWritten(call, storage -> overwritten.set(storage.number()));
    if (isArithmetic(schemas.of(call)) && !call.results().isEmpty()) {
      // A second result tells where a greatest or least number was.
      SlotResults.forEach(call.results().get(0), computed::set);
    }
  }

  /** With a condition alone, {@code where} tells places, not numbers. */
  private static boolean isArithmetic(OperatorSchema schema) {
    return ARITHMETIC.contains(schema.baseName())
        && !(schema.baseName().equals("where") && schema.arguments().size() == 1);
  }

  private boolean takesStoredValues(Step.OperatorCall call) {
    return call.operands().stream().anyMatch(this::isStored);
  }

  private boolean isStored(Operand operand) {
    if (operand instanceof Operand.TensorList list) {
      return list.elements().stream().anyMatch(this::isStored);
    }
    return operand instanceof Operand.Tensor tensor
        && (isKept(tensor.slot()) || isComputed(tensor.slot()));
  }
}
