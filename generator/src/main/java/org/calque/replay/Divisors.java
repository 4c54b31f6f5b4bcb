package org.calque.replay;

import java.util.BitSet;
import java.util.List;
import java.util.Set;

/**
 * The slots that hold what is divided by: square roots and norms, or quotients of those, of single
 * tensors or of lists. A small number is usually added to such a thing, which a trace does not
 * hold.
 */
final class Divisors {
  /** The usual number, as {@code torch.optim.Adam} and its relatives have it. */
  static final double EPSILON = 1e-8;

  private static final String FOREACH = "_foreach_";
  private static final Set<String> ROOTS =
      Set.of("linalg_norm", "linalg_vector_norm", "norm", "sqrt", "sqrt_");
  private static final Set<String> QUOTIENTS = Set.of("div", "div_");

  /** They take what must not be zero as their first operand. */
  private static final Set<String> TAKE_ONE_FIRST =
      Set.of("log", "reciprocal", "rsqrt", "sqrt", "sqrt_");

  private final OperatorSchemas schemas;
  private final BitSet slots = new BitSet();

  /** The slots of which some call takes a root, a logarithm or a reciprocal, or divides by them. */
  private final BitSet taken = new BitSet();

  Divisors(List<Step> steps, OperatorSchemas schemas) {
    this.schemas = schemas;
    for (Step step : steps) {
      if (step instanceof Step.OperatorCall call) {
        String name = plainName(schemas.of(call));
        int position = TAKE_ONE_FIRST.contains(name) ? 0 : QUOTIENTS.contains(name) ? 1 : -1;
        if (position >= 0 && position < call.operands().size()) {
          SlotUses.forEach(call.operands().get(position), operand -> taken.set(operand.slot()));
        }
      }
    }
  }

  /** Takes in the next call, in execution order. */
  void follow(Step.OperatorCall call) {
    String name = plainName(schemas.of(call));
    if (ROOTS.contains(name) || (QUOTIENTS.contains(name) && isFirstOperandOf(call))) {
      SlotResults.forEach(call, slots::set);
      if (name.endsWith("_") && !call.operands().isEmpty()) {
        SlotUses.forEach(call.operands().get(0), operand -> slots.set(operand.slot()));
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

  /** Whether some call divides by a result of the given one, or takes a root or logarithm of it. */
  boolean isUsedAsOne(Step.OperatorCall call) {
    BitSet results = new BitSet();
    SlotResults.forEach(call, results::set);
    return results.intersects(taken);
  }

  /** The name of an operator, and of its variant for lists of tensors. */
  static String plainName(OperatorSchema schema) {
    String name = schema.baseName();
    return name.startsWith(FOREACH) ? name.substring(FOREACH.length()) : name;
  }
}
