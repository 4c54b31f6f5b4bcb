package org.calque.replay;

import java.util.ArrayList;
import java.util.HashSet;
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

  private static final Set<String> ROOTS = Set.of("sqrt", "sqrt_", "div", "div_");
  private static final Set<String> FUSED = Set.of("_fused_adam_", "_fused_adamw_");

  private RoundedScalars() {}

  static List<Step> restore(List<Step> steps, List<Remark> remarks) {
    Set<Integer> roots = new HashSet<>();
    List<Step> restored = new ArrayList<>();
    int count = 0;
    for (Step step : steps) {
      Step.OperatorCall call = step instanceof Step.OperatorCall c ? c : null;
      int position = call == null ? -1 : epsilon(call, roots);
      if (position >= 0) {
        restored.add(with(call, position));
        count++;
      } else {
        restored.add(step);
      }
      if (call != null) {
        follow(call, roots);
      }
    }
    if (count > 0) {
      remarks.add(new Remark("scalar-restored", "Adam epsilon 1e-8", count));
    }
    return restored;
  }

  /** The position of an epsilon that was rounded to zero, or -1. */
  private static int epsilon(Step.OperatorCall call, Set<Integer> roots) {
    OperatorSchema schema = OperatorSchema.parse(call.schema());
    for (int i = 0; i < call.operands().size(); i++) {
      boolean zero =
          call.operands().get(i) instanceof Operand.Constant constant
              && constant.value() instanceof TraceValue.Real real
              && real.value() == 0;
      boolean addsToRoot =
          schema.baseName().startsWith("add")
              && schema.argumentName(i).equals("other")
              && call.operands().get(0) instanceof Operand.Tensor self
              && roots.contains(self.slot());
      boolean fused = FUSED.contains(schema.baseName()) && schema.argumentName(i).equals("eps");
      if (zero && (addsToRoot || fused)) {
        return i;
      }
    }
    return -1;
  }

  /** Square roots, and quotients of square roots. */
  static void follow(Step.OperatorCall call, Set<Integer> roots) {
    String name = OperatorSchema.parse(call.schema()).baseName();
    boolean root =
        ROOTS.contains(name)
            && (name.startsWith("sqrt")
                || (call.operands().get(0) instanceof Operand.Tensor self
                    && roots.contains(self.slot())));
    for (Result result : call.results()) {
      if (root && result instanceof Result.Slot slot) {
        roots.add(slot.slot());
      }
    }
  }

  private static Step with(Step.OperatorCall call, int position) {
    List<Operand> operands = new ArrayList<>(call.operands());
    operands.set(position, new Operand.Constant(new TraceValue.Real(ADAM_EPSILON)));
    return new Step.OperatorCall(
        call.operator(), call.schema(), operands, call.results(), call.provenance());
  }
}
