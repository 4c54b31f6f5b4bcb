package org.calque.replay;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.calque.replay.StorageUses.Use;
import org.calque.values.Demand;
import org.calque.values.OperandRules;
import org.calque.values.ValueRule;

/**
 * Values of floating-point storages with which a deep model stays finite however long it is
 * trained: weights that keep the variance of what passes through, statistics above zero, optimizer
 * state as at the start of training.
 */
final class FloatValues {
  private static final Set<String> NEEDS_POSITIVE = Set.of("sqrt", "sqrt_", "rsqrt", "log");
  private static final Set<String> RATIOS =
      Set.of("running_var", "save_invstd", "rstd", "invstd", "exp_avg_sqs", "max_exp_avg_sqs");

  /**
   * Well above zero, so that a rectifier lets its units through: one that stops passing anything
   * has a gradient of exactly zero from then on, and its momentum decays into denormals.
   */
  private static final ValueRule BIAS = new ValueRule.Uniform(0.25, 0.75);

  private final AssembledSteps assembled;
  private final List<PhaseKind> kinds;
  private final OperandUses uses;
  private final OperatorSchemas schemas;

  FloatValues(
      AssembledSteps assembled, List<PhaseKind> kinds, OperandUses uses, OperatorSchemas schemas) {
    this.assembled = assembled;
    this.kinds = kinds;
    this.uses = uses;
    this.schemas = schemas;
  }

  /**
   * The values of a storage.
   *
   * @param own its uses
   */
  ValueRule of(List<Use> own) {
    return own.stream()
        .flatMap(use -> demand(use).stream())
        .findFirst()
        .orElseGet(() -> byRole(own));
  }

  private Optional<ValueRule> demand(Use use) {
    return Optional.ofNullable(uses.of(use))
        .flatMap(OperandRules::of)
        .map(Demand::rule)
        .filter(rule -> !rule.equals(allDiffer(use)));
  }

  /** What asks that no element is zero is met by any rule below. */
  private ValueRule allDiffer(Use use) {
    return new ValueRule.Shares(assembled.slots().tensor(use.slot()).elements());
  }

  private ValueRule byRole(List<Use> own) {
    Use first = firstOperation(own);
    if (kinds.get(first.step()) == PhaseKind.OPTIMIZER) {
      // Optimizer state as at the start of training; it cannot decay into denormals.
      return new ValueRule.Fill(0);
    }
    TensorSlot tensor = assembled.slots().tensor(first.slot());
    OperatorSchema schema = schema(first);
    String argument = schema.argumentName(first.argument());
    if (RATIOS.contains(argument) || own.stream().anyMatch(this::needsPositive)) {
      return new ValueRule.Uniform(0.5, 1.5);
    } else if (isBias(schema.baseName(), argument)) {
      return BIAS;
    } else if (isRightFactor(schema.baseName(), argument)) {
      return fanIn(tensor.sizes()[Math.max(0, tensor.sizes().length - 2)]);
    }
    boolean isMatrix = tensor.sizes().length > 1;
    return switch (argument) {
      case "running_mean", "mean", "save_mean" -> new ValueRule.Fill(0);
      case "target" -> new ValueRule.Uniform(0, 1);
      case "input", "mat1", "self" ->
          isMatrix ? new ValueRule.Uniform(-1, 1) : new ValueRule.Uniform(-0.5, 0.5);
      case "weight" -> isMatrix ? fanIn(tensor) : new ValueRule.Uniform(0.5, 1.5);
      default -> isMatrix ? fanIn(tensor) : new ValueRule.Uniform(0.01, 1);
    };
  }

  /** The first use by an operator that does more than show the values in another way. */
  private Use firstOperation(List<Use> own) {
    return own.stream().filter(use -> !isView(use)).findFirst().orElse(own.get(0));
  }

  private boolean isView(Use use) {
    return assembled.steps().get(use.step()) instanceof Step.OperatorCall call
        && SameValues.isView(
            call, schemas.of(call), assembled.slots().storage(use.slot()), assembled.slots());
  }

  private static boolean isBias(String operator, String argument) {
    return argument.equals("bias") || (operator.equals("addmm") && argument.equals("self"));
  }

  private static boolean isRightFactor(String operator, String argument) {
    return argument.equals("mat2")
        || argument.equals("batch2")
        || (operator.equals("matmul") && argument.equals("other"));
  }

  private static ValueRule fanIn(TensorSlot weight) {
    return fanIn(weight.elements() / Math.max(1, weight.sizes()[0]));
  }

  /** Keeps the variance of a layer's output near that of its input. */
  private static ValueRule fanIn(long inputs) {
    double bound = 1 / Math.sqrt(Math.max(1, inputs));
    return new ValueRule.Uniform(-bound, bound);
  }

  private boolean needsPositive(Use use) {
    return NEEDS_POSITIVE.contains(schema(use).baseName());
  }

  /** The operator of a use; one without arguments where no call but an alias uses the storage. */
  private OperatorSchema schema(Use use) {
    return schemas.of(
        assembled.steps().get(use.step()) instanceof Step.OperatorCall call ? call.schema() : "");
  }
}
