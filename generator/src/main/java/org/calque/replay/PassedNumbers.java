package org.calque.replay;

import java.util.List;
import org.calque.replay.StorageUses.Use;

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
  private final SquareRoots roots;
  private final OperatorSchemas schemas;

  /**
   * Numbers of a step.
   *
   * @param roots what it has of them in the end
   */
  PassedNumbers(
      AssembledSteps assembled,
      List<PhaseKind> kinds,
      StorageUses uses,
      SquareRoots roots,
      OperatorSchemas schemas) {
    steps = assembled.steps();
    slots = assembled.slots();
    this.kinds = kinds;
    this.uses = uses;
    this.roots = roots;
    this.schemas = schemas;
  }

  /** The value of a number, by its use. */
  ValueRule of(Use use) {
    Step.OperatorCall call = (Step.OperatorCall) steps.get(use.step());
    String name = schemas.of(call).baseName();
    if (!(call.operands().get(0) instanceof Operand.Tensor self) || use.argument() == 0) {
      return new ValueRule.Fill(NEUTRAL);
    }
    if (name.startsWith("add") && roots.contains(self.slot())) {
      return new ValueRule.Fill(RoundedScalars.ADAM_EPSILON);
    }
    StorageVersion storage = slots.storage(self.slot());
    if (name.startsWith("mul")
        && kinds.get(use.step()) == PhaseKind.OPTIMIZER
        && storage.isExternal()) {
      boolean state = kinds.get(uses.of(storage).get(0).step()) == PhaseKind.OPTIMIZER;
      return new ValueRule.Fill(state ? DECAY_OF_STATE : DECAY_OF_WEIGHTS);
    }
    return new ValueRule.Fill(NEUTRAL);
  }

  /** Says how many numbers were chosen. */
  static List<Remark> remarks(List<Storage> storages) {
    int count = (int) storages.stream().filter(Storage::number).count();
    return count == 0
        ? List.of()
        : List.of(new Remark("number-chosen", "number passed as a tensor", count));
  }
}
