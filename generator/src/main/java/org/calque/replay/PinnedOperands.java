package org.calque.replay;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.calque.trace.ExecutionTrace;
import org.calque.trace.TensorLayout;
import org.calque.trace.TensorReference;
import org.calque.values.Demand;
import org.calque.values.OperandRules;
import org.calque.values.OperandUse;
import org.calque.values.ValueRule;

/**
 * Operands whose values an operator depends on, and which the step computes from values that a
 * trace does not hold: a mask that decides how many rows are selected, an index that is the sum of
 * two. What is computed from other values than the recorded ones may be no index, and gives results
 * of other sizes. So the step still computes them, but the operator takes a tensor in their place
 * that exists before the step and holds what it needs.
 */
final class PinnedOperands {
  private final AssembledSteps assembled;
  private final OperandUses uses;
  private final StoredValues stored;

  /** What decides a size by the values of a whole storage. */
  private final Map<StorageVersion, ValueRule> granted = new HashMap<>();

  /** What is taken in place of a slot, until that is written. */
  private final Map<Integer, Pin> pins = new HashMap<>();

  private final RemarkCounts remarks = new RemarkCounts();

  /** A tensor that is taken in place of a computed one. */
  private record Pin(int slot, Demand demand) {
    /** Whether it also meets another demand; what only has to be valid can meet several. */
    boolean meets(Demand other) {
      return demand.equals(other) || !(demand.decidesSize() || other.decidesSize());
    }
  }

  private PinnedOperands(ExecutionTrace trace, AssembledSteps assembled, OperatorSchemas schemas) {
    this.assembled = assembled;
    uses = new OperandUses(trace, assembled, schemas);
    stored = new StoredValues(assembled, schemas);
  }

  /** Replaces them in place. */
  static List<Remark> pin(ExecutionTrace trace, AssembledSteps assembled, OperatorSchemas schemas) {
    PinnedOperands operands = new PinnedOperands(trace, assembled, schemas);
    List<Step> steps = assembled.steps();
    for (int i = 0; i < steps.size(); i++) {
      if (steps.get(i) instanceof Step.OperatorCall call) {
        steps.set(i, operands.pin(i, call));
        operands.forgetWritten(call);
      }
      operands.stored.follow(steps.get(i));
    }
    return operands.remarks.remarks();
  }

  private Step.OperatorCall pin(int step, Step.OperatorCall call) {
    List<Operand> operands = new ArrayList<>(call.operands());
    for (int i = 0; i < operands.size(); i++) {
      if (operands.get(i) instanceof Operand.TensorList list) {
        List<Operand> elements = new ArrayList<>(list.elements());
        for (int k = 0; k < elements.size(); k++) {
          elements.set(k, pin(step, i, k, elements.get(k)));
        }
        operands.set(i, elements.equals(list.elements()) ? list : new Operand.TensorList(elements));
      } else {
        operands.set(i, pin(step, i, 0, operands.get(i)));
      }
    }
    return operands.equals(call.operands())
        ? call
        : new Step.OperatorCall(
            call.operator(), call.schema(), operands, call.results(), call.provenance());
  }

  private Operand pin(int step, int argument, int element, Operand operand) {
    if (!(operand instanceof Operand.Tensor tensor) || tensor.use() == Operand.Use.WRITTEN) {
      return operand;
    }
    OperandUse use = uses.of(step, argument, element);
    Optional<Demand> demand = OperandRules.of(use);
    if (demand.isEmpty() || isMet(demand.get(), tensor.slot())) {
      return operand;
    }
    Step.OperatorCall call = (Step.OperatorCall) assembled.steps().get(step);
    remarks.add("value-pinned", call.operator() + " " + use.name());
    Pin pin = pins.get(tensor.slot());
    if (pin == null || !pin.meets(demand.get())) {
      pin = new Pin(tensorBefore(use.tensor()), demand.get());
      pins.put(tensor.slot(), pin);
    }
    return new Operand.Tensor(pin.slot(), Operand.Use.READ);
  }

  private void forgetWritten(Step.OperatorCall call) {
    SlotUses.forEach(
        call,
        (operand, argument) -> {
          if (operand.use() == Operand.Use.WRITTEN) {
            StorageVersion written = assembled.slots().storage(operand.slot());
            pins.keySet().removeIf(slot -> assembled.slots().storage(slot) == written);
          }
        });
  }

  /** Whether the values of a slot can be what is asked for without being pinned. */
  private boolean isMet(Demand demand, int slot) {
    TensorSlot tensor = assembled.slots().tensor(slot);
    if (tensor.type().isFloating() || tensor.type().isComplex()) {
      // Of numbers from a range none is zero.
      return !demand.decidesSize() || demand.rule().equals(new ValueRule.Shares(tensor.elements()));
    }
    if (!demand.decidesSize()) {
      return demand.rule() instanceof ValueRule.Fill || !stored.isComputed(slot);
    }
    StorageVersion whole = stored.whole(slot);
    return whole != null
        && granted.computeIfAbsent(whole, s -> demand.rule()).equals(demand.rule());
  }

  /** The slot of a tensor like the one that is taken, alone on a storage. */
  private int tensorBefore(TensorReference taken) {
    TensorLayout layout = taken.layout();
    TensorLayout alone =
        new TensorLayout(
            layout.type(),
            layout.device(),
            0,
            layout.elements(),
            layout.sizes(),
            isExpanded(layout)
                ? TensorLayout.contiguousStrides(layout.sizes())
                : layout.layoutStrides());
    SlotTable slots = assembled.slots();
    return slots.add(
        new TensorReference(taken.tensor(), taken.storage(), alone), slots.newStorage(true));
  }

  /** Whether elements of the tensor share memory, so that they cannot hold different values. */
  private static boolean isExpanded(TensorLayout layout) {
    for (int i = 0; i < layout.sizes().length; i++) {
      if (layout.sizes()[i] > 1 && layout.layoutStrides()[i] == 0) {
        return true;
      }
    }
    return false;
  }
}
