package org.calque.replay;

import java.util.BitSet;
import java.util.Set;

/**
 * The slots that hold square roots, or quotients of square roots, of single tensors or of lists:
 * what optimizers divide by.
 */
final class SquareRoots {
  private static final String FOREACH = "_foreach_";
  private static final Set<String> ROOTS = Set.of("sqrt", "sqrt_");
  private static final Set<String> QUOTIENTS = Set.of("div", "div_");

  private final OperatorSchemas schemas;
  private final BitSet slots = new BitSet();

  SquareRoots(OperatorSchemas schemas) {
    this.schemas = schemas;
  }

  /** Takes in the next call, in execution order. */
  void follow(Step.OperatorCall call) {
    String name = plainName(schemas.of(call));
    if (ROOTS.contains(name) || (QUOTIENTS.contains(name) && isFirstOperandOf(call))) {
      SlotResults.forEach(call, slots::set);
      if (name.endsWith("_")) {
        SlotUses.forEach(
            call,
            (operand, argument) -> {
              if (argument == 0) {
                slots.set(operand.slot());
              }
            });
      }
    }
  }

  /** Whether a slot holds one so far. */
  boolean contains(int slot) {
    return slots.get(slot);
  }

  /** Whether the first operand of a call is one, or a list with one. */
  boolean isFirstOperandOf(Step.OperatorCall call) {
    return !call.operands().isEmpty() && isIn(call.operands().get(0));
  }

  private boolean isIn(Operand operand) {
    return operand instanceof Operand.Tensor tensor
        ? contains(tensor.slot())
        : operand instanceof Operand.TensorList list
            && list.elements().stream().anyMatch(this::isIn);
  }

  /** The name of an operator, and of its variant for lists of tensors. */
  static String plainName(OperatorSchema schema) {
    String name = schema.baseName();
    return name.startsWith(FOREACH) ? name.substring(FOREACH.length()) : name;
  }
}
