package org.calque.replay;

import com.carrotsearch.hppc.IntArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.calque.replay.StorageUses.Use;
import org.calque.trace.ExecutionTrace;
import org.calque.trace.TraceNode;
import org.calque.values.OperandRules;
import org.calque.values.OperandUse;
import org.calque.values.ValueRule;

/**
 * Chooses values for a storage that are valid for the operators that use it: the recorded elements
 * where the trace has them, else what its uses and those of its views and copies ask for together
 * with recorded ranges.
 */
final class ValueRules {
  private final AssembledSteps assembled;
  private final SlotTable slots;
  private final StorageUses storageUses;
  private final OperatorSchemas schemas;
  private final OperandUses uses;
  private final RecordedElements elements;
  private final FloatValues floats;

  /** The slots that hold values of another one, by that one. */
  private final Groups derived;

  ValueRules(
      ExecutionTrace trace,
      AssembledSteps assembled,
      List<PhaseKind> kinds,
      StorageUses storageUses,
      OperatorSchemas schemas) {
    this.assembled = assembled;
    this.storageUses = storageUses;
    this.schemas = schemas;
    slots = assembled.slots();
    uses = new OperandUses(trace, assembled, schemas);
    elements = new RecordedElements(trace, uses, slots);
    floats = new FloatValues(assembled, kinds, uses, schemas);
    derived = derived();
  }

  private Groups derived() {
    IntArrayList origins = new IntArrayList();
    IntArrayList results = new IntArrayList();
    for (Step step : assembled.steps()) {
      if (step instanceof Step.OperatorCall call) {
        SameValues.forEach(
            call,
            schemas.of(call),
            slots,
            (operand, result, whole) -> {
              origins.add(operand);
              results.add(result);
            });
      }
    }
    Groups flows = Groups.of(origins.size(), slots.size(), origins::get);
    return flows.map(results::get);
  }

  /** The values of a storage that is used; empty if nothing tells what they may be. */
  Optional<ValueRule> of(StorageVersion storage) {
    List<Use> own = beforeFirstWrite(storage);
    TensorSlot tensor = slots.tensor(own.get(0).slot());
    if (tensor.type().isFloating() || tensor.type().isComplex()) {
      return Optional.of(floats.of(storageUses.of(storage)));
    }
    return elements.of(storage, own).or(() -> integral(storage, own));
  }

  private Optional<ValueRule> integral(StorageVersion storage, List<Use> own) {
    Demands demands = new Demands();
    for (Use use : own) {
      ask(use, demands);
      TraceNode.Range range = uses.range(use);
      if (range != null) {
        demands.record(range, slots.fillsStorage(use.slot()));
      }
    }
    derivedUses(storage).mapToObj(storageUses::use).forEach(use -> ask(use, demands));
    long[] sizes = slots.tensor(storage.firstSlot()).sizes();
    return demands.rule(sizes.length == 0 ? 1 : sizes[sizes.length - 1]);
  }

  private void ask(Use use, Demands demands) {
    OperandUse operand = uses.of(use);
    if (operand != null) {
      OperandRules.of(operand).ifPresent(demand -> demands.add(demand, operand.isEmbedding()));
    }
  }

  /** A storage's uses up to the one that writes it first. */
  private List<Use> beforeFirstWrite(StorageVersion storage) {
    List<Use> own = storageUses.of(storage);
    for (int i = 0; i < own.size(); i++) {
      if (own.get(i).writes()) {
        return own.subList(0, i + 1);
      }
    }
    return own;
  }

  /** The uses of tensors derived by value from those on a storage, in execution order. */
  private IntStream derivedUses(StorageVersion storage) {
    IntArrayList open = IntArrayList.from(slots.slotsOn(storage));
    BitSet seen = new BitSet();
    IntArrayList numbers = new IntArrayList();
    while (!open.isEmpty()) {
      int slot = open.removeLast();
      for (int i = 0; i < derived.size(slot); i++) {
        int copy = derived.member(slot, i);
        if (slots.storage(copy) != storage && !seen.get(copy)) {
          seen.set(copy);
          open.add(copy);
          numbers.addAll(storageUses.ofSlot(copy));
        }
      }
    }
    return Arrays.stream(numbers.toArray()).sorted();
  }
}
