package org.calque.replay;

import java.util.List;
import java.util.Optional;
import org.calque.replay.StorageUses.Use;
import org.calque.trace.ExecutionTrace;
import org.calque.trace.TraceNode;
import org.calque.values.Demand;
import org.calque.values.OperandRules;
import org.calque.values.ValueRule;

/**
 * Values for numbers that Python passed where an operator takes a tensor. The trace shows them as
 * tensors without elements' values, so the value is chosen by what is done with it: one that leaves
 * values as they are, or what optimizers usually pass.
 */
final class PassedNumbers {
  private static final double NEUTRAL = 1;
  private static final double DECAY_OF_STATE = 0.9;
  private static final double DECAY_OF_WEIGHTS = 0.9999;

  private final List<Step> steps;
  private final List<PhaseKind> kinds;
  private final StorageUses uses;
  private final SlotTable slots;
  private final Divisors divisors;
  private final OperatorSchemas schemas;
  private final OperandUses operands;

  /**
   * Numbers of a step.
   *
   * @param divisors what it has of them in the end
   */
  PassedNumbers(
      ExecutionTrace trace,
      AssembledSteps assembled,
      List<PhaseKind> kinds,
      StorageUses uses,
      Divisors divisors,
      OperatorSchemas schemas) {
    steps = assembled.steps();
    slots = assembled.slots();
    this.kinds = kinds;
    this.uses = uses;
    this.divisors = divisors;
    this.schemas = schemas;
    operands = new OperandUses(trace, assembled, schemas);
  }

  /** The value of a number, by its use. */
  ValueRule of(Use use) {
    return new ValueRule.Fill(value(use));
  }

  private double value(Use use) {
    TraceNode.Range range = operands.range(use);
    if (range != null) {
      return range.greatest();
    }
    return OperandRules.of(operands.of(use))
        .flatMap(PassedNumbers::one)
        .orElseGet(() -> byOperator(use));
  }

  /** A number that satisfies an operator, where it asks for more than that there is one. */
  private static Optional<Double> one(Demand demand) {
    if (demand.rule() instanceof ValueRule.Integers integers) {
      return Optional.of((double) integers.high());
    } else if (demand.rule() instanceof ValueRule.Lookups lookups) {
      return Optional.of((double) lookups.high());
    } else if (demand.rule() instanceof ValueRule.Fill fill) {
      return Optional.of(fill.value());
    }
    return Optional.empty();
  }

  private double byOperator(Use use) {
    Step.OperatorCall call = (Step.OperatorCall) steps.get(use.step());
    String name = schemas.of(call).baseName();
    if (!(call.operands().get(0) instanceof Operand.Tensor self) || use.argument() == 0) {
      return NEUTRAL;
    }
    if (name.startsWith("add") && (divisors.contains(self.slot()) || divisors.isUsedAsOne(call))) {
      return Divisors.EPSILON;
    }
    StorageVersion storage = slots.storage(self.slot());
    if (name.startsWith("mul")
        && kinds.get(use.step()) == PhaseKind.OPTIMIZER
        && storage.isExternal()) {
      boolean state = kinds.get(uses.of(storage).get(0).step()) == PhaseKind.OPTIMIZER;
      return state ? DECAY_OF_STATE : DECAY_OF_WEIGHTS;
    }
    return NEUTRAL;
  }

  /** Says how many numbers were chosen. */
  static List<Remark> remarks(List<Storage> storages) {
    int count = (int) storages.stream().filter(Storage::number).count();
    return count == 0
        ? List.of()
        : List.of(new Remark("number-chosen", "number passed as a tensor", count));
  }
}
