package org.calque.replay;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.calque.trace.TraceValue;

/**
 * Restores scalars that the trace format rounded to zero, where the operators around tell what they
 * were. The writer keeps six decimals, so Adam's epsilon of 1e-8 reads 0.0; without it a parameter
 * that has no gradient becomes 0/0.
 */
final class RoundedScalars {
  /** The default of {@code torch.optim.Adam} and its relatives. */
  static final double ADAM_EPSILON = 1e-8;

  private static final Set<String> ADDED = Set.of("other", "scalar");
  private static final Set<String> FUSED = Set.of("_fused_adam_", "_fused_adamw_");
  private static final Operand RESTORED = new Operand.Constant(new TraceValue.Real(ADAM_EPSILON));

  private RoundedScalars() {}

  /**
   * Restores the scalars in place.
   *
   * @param roots follows the calls
   */
  static List<Remark> restore(List<Step> steps, SquareRoots roots, OperatorSchemas schemas) {
    int count = 0;
    for (int i = 0; i < steps.size(); i++) {
      if (steps.get(i) instanceof Step.OperatorCall call) {
        int position = epsilon(call, roots, schemas.of(call));
        if (position >= 0) {
          steps.set(i, with(call, position));
          count++;
        }
        roots.follow(call);
      }
    }
    return count == 0
        ? List.of()
        : List.of(new Remark("scalar-restored", "Adam epsilon 1e-8", count));
  }

  /** The position of an epsilon that was rounded to zero, or -1. */
  private static int epsilon(Step.OperatorCall call, SquareRoots roots, OperatorSchema schema) {
    for (int i = 0; i < call.operands().size(); i++) {
      if (isZero(call.operands().get(i))
          && (addsToRoot(call, i, roots, schema)
              || (FUSED.contains(schema.baseName()) && schema.argumentName(i).equals("eps")))) {
        return i;
      }
    }
    return -1;
  }

  private static boolean isZero(Operand operand) {
    return operand instanceof Operand.Constant constant
        && constant.value() instanceof TraceValue.Real real
        && real.value() == 0;
  }

  private static boolean addsToRoot(
      Step.OperatorCall call, int position, SquareRoots roots, OperatorSchema schema) {
    return SquareRoots.plainName(schema).startsWith("add")
        && ADDED.contains(schema.argumentName(position))
        && roots.isFirstOperandOf(call);
  }

  private static Step with(Step.OperatorCall call, int position) {
    List<Operand> operands = new ArrayList<>(call.operands());
    operands.set(position, RESTORED);
    return new Step.OperatorCall(
        call.operator(), call.schema(), operands, call.results(), call.provenance());
  }
}
