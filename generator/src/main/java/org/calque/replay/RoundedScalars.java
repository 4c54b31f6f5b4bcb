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

  private static final String FOREACH = "_foreach_";
  private static final Set<String> ROOTS = Set.of("sqrt", "sqrt_");
  private static final Set<String> QUOTIENTS = Set.of("div", "div_");
  private static final Set<String> ADDED = Set.of("other", "scalar");
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
          plainName(schema).startsWith("add")
              && ADDED.contains(schema.argumentName(i))
              && takesRoot(call, roots);
      boolean fused = FUSED.contains(schema.baseName()) && schema.argumentName(i).equals("eps");
      if (zero && (addsToRoot || fused)) {
        return i;
      }
    }
    return -1;
  }

  /** Square roots, and quotients of square roots, of single tensors or of lists. */
  static void follow(Step.OperatorCall call, Set<Integer> roots) {
    String name = plainName(OperatorSchema.parse(call.schema()));
    if (ROOTS.contains(name) || (QUOTIENTS.contains(name) && takesRoot(call, roots))) {
      SlotResults.forEach(call, roots::add);
      if (name.endsWith("_")) {
        firstSlots(call).forEach(roots::add);
      }
    }
  }

  private static String plainName(OperatorSchema schema) {
    String name = schema.baseName();
    return name.startsWith(FOREACH) ? name.substring(FOREACH.length()) : name;
  }

  private static boolean takesRoot(Step.OperatorCall call, Set<Integer> roots) {
    return firstSlots(call).stream().anyMatch(roots::contains);
  }

  /** The slots of the first operand. */
  private static List<Integer> firstSlots(Step.OperatorCall call) {
    List<Integer> slots = new ArrayList<>();
    SlotUses.forEach(
        call,
        (operand, argument) -> {
          if (argument == 0) {
            slots.add(operand.slot());
          }
        });
    return slots;
  }

  private static Step with(Step.OperatorCall call, int position) {
    List<Operand> operands = new ArrayList<>(call.operands());
    operands.set(position, new Operand.Constant(new TraceValue.Real(ADAM_EPSILON)));
    return new Step.OperatorCall(
        call.operator(), call.schema(), operands, call.results(), call.provenance());
  }
}
