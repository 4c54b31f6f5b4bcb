package org.calque.replay;

import com.carrotsearch.hppc.IntArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.IntStream;
import org.calque.replay.StorageUses.Use;
import org.calque.trace.ExecutionTrace;
import org.calque.trace.TraceNode;

/**
 * Chooses values that are valid for the operators that use a storage: indices inside their tables,
 * offsets that rise, variances above zero, weights small enough that a deep model stays finite.
 *
 * <p>A storage is judged by its uses in execution order, its own first, then those of the tensors
 * that views and copies made of it.
 */
final class ValueRules {
  /** Operators whose result holds the values of their first operand, in another shape or type. */
  private static final Set<String> SAME_VALUES =
      Set.of(
          "view",
          "_unsafe_view",
          "reshape",
          "to",
          "_to_copy",
          "slice",
          "select",
          "contiguous",
          "flatten",
          "unsqueeze",
          "squeeze",
          "expand",
          "clone",
          "detach",
          "t",
          "transpose",
          "permute",
          "alias",
          "lift_fresh",
          "narrow",
          "unflatten",
          "as_strided");

  private static final Set<String> NEEDS_POSITIVE = Set.of("sqrt", "sqrt_", "rsqrt", "log");
  private static final Set<String> RATIOS =
      Set.of("running_var", "save_invstd", "rstd", "invstd", "exp_avg_sqs", "max_exp_avg_sqs");

  private final ExecutionTrace trace;
  private final AssembledSteps assembled;
  private final SlotTable slots;
  private final List<PhaseKind> kinds;
  private final StorageUses uses;
  private final OperatorSchemas schemas;

  /** The slots that hold the values of another one, by that one. */
  private final Groups derived;

  ValueRules(
      ExecutionTrace trace,
      AssembledSteps assembled,
      List<PhaseKind> kinds,
      StorageUses uses,
      OperatorSchemas schemas) {
    this.trace = trace;
    this.assembled = assembled;
    this.kinds = kinds;
    this.uses = uses;
    this.schemas = schemas;
    slots = assembled.slots();
    derived = derived();
  }

  private Groups derived() {
    int[] origins = new int[slots.size()];
    Arrays.fill(origins, -1);
    for (Step step : assembled.steps()) {
      if (step instanceof Step.OperatorCall call
          && SAME_VALUES.contains(schemas.of(call).baseName())
          && !call.operands().isEmpty()
          && call.operands().get(0) instanceof Operand.Tensor self) {
        SlotResults.forEach(call, slot -> origins[slot] = self.slot());
      }
    }
    return Groups.of(origins.length, origins.length, slot -> origins[slot]);
  }

  /** The values of a storage; it has to be used. */
  ValueRule of(StorageVersion storage) {
    List<Use> own = uses.of(storage);
    TensorSlot tensor = slots.tensor(own.get(0).slot());
    if (tensor.type().isFloating() || tensor.type().isComplex()) {
      return floating(tensor, own);
    }
    return own.stream()
        .map(this::integral)
        .filter(Objects::nonNull)
        .findFirst()
        .orElseGet(() -> integralOfDerived(storage));
  }

  private ValueRule integralOfDerived(StorageVersion storage) {
    return derivedUses(storage)
        .mapToObj(uses::use)
        .map(this::integral)
        .filter(Objects::nonNull)
        .findFirst()
        .orElse(new ValueRule.Fill(0));
  }

  /** The uses of tensors derived by value from those on a storage, in execution order. */
  private IntStream derivedUses(StorageVersion storage) {
    IntArrayList open = IntArrayList.from(slots.slotsOn(storage));
    IntArrayList numbers = new IntArrayList();
    while (!open.isEmpty()) {
      int slot = open.removeLast();
      for (int i = 0; i < derived.size(slot); i++) {
        int copy = derived.member(slot, i);
        if (slots.storage(copy) != storage) {
          open.add(copy);
          numbers.addAll(uses.ofSlot(copy));
        }
      }
    }
    return numbers.stream().sorted();
  }

  private ValueRule integral(Use use) {
    Step.OperatorCall call = call(use);
    if (call == null) {
      return null;
    }
    OperatorSchema schema = schemas.of(call);
    String argument = schema.argumentName(use.argument());
    if (argument.equals("offsets")) {
      return new ValueRule.Offsets(elements(call, schema, "indices"));
    }
    if (argument.contains("mask")) {
      return new ValueRule.Fill(schema.baseName().contains("masked") ? 0 : 1);
    }
    TraceNode.Range range = trace.at(assembled.nodes().get(use.step())).ranges().get(use.ordinal());
    if (range != null) {
      return new ValueRule.Integers(range.least(), range.greatest());
    }
    long limit = indexLimit(call, schema, use);
    return limit > 0 ? new ValueRule.Integers(0, limit - 1) : null;
  }

  /** How many values an index argument may take; 0 if it is no index. */
  private long indexLimit(Step.OperatorCall call, OperatorSchema schema, Use use) {
    if (call.operands().get(use.argument()) instanceof Operand.TensorList list) {
      // Element k of a list of indices selects along dimension k.
      return size(call, 0, element(list, use.slot()));
    }
    return switch (schema.argumentName(use.argument())) {
      case "target" -> size(call, 0, Math.min(1, rank(call, 0) - 1));
      case "indices" ->
          schema.baseName().startsWith("max_pool")
              ? elements(call, schema, "self") / Math.max(1, size(call, 1, 0) * size(call, 1, 1))
              : size(call, 0, 0);
      case "index" -> size(call, 0, dimension(call, schema));
      default -> 0;
    };
  }

  private static int element(Operand.TensorList list, int slot) {
    for (int i = 0; i < list.elements().size(); i++) {
      if (list.elements().get(i) instanceof Operand.Tensor tensor && tensor.slot() == slot) {
        return i;
      }
    }
    return 0;
  }

  private static int dimension(Step.OperatorCall call, OperatorSchema schema) {
    for (int i = 0; i < call.operands().size(); i++) {
      if (schema.argumentName(i).equals("dim")
          && call.operands().get(i) instanceof Operand.Constant constant
          && constant.value() instanceof org.calque.trace.TraceValue.Int dim) {
        return (int) dim.value();
      }
    }
    return 0;
  }

  private ValueRule floating(TensorSlot tensor, List<Use> uses) {
    Use first = uses.get(0);
    if (kinds.get(first.step()) == PhaseKind.OPTIMIZER) {
      // Optimizer state as at the start of training; it cannot decay into denormals.
      return new ValueRule.Fill(0);
    }
    Step.OperatorCall call = call(first);
    OperatorSchema schema = schemas.of(call);
    String argument = schema.argumentName(first.argument());
    if (RATIOS.contains(argument) || uses.stream().anyMatch(this::needsPositive)) {
      return new ValueRule.Uniform(0.5, 1.5);
    }
    return switch (argument) {
      case "running_mean", "mean", "save_mean" -> new ValueRule.Fill(0);
      case "target" -> new ValueRule.Uniform(0, 1);
      case "input", "self" ->
          tensor.sizes().length > 1
              ? new ValueRule.Uniform(-1, 1)
              : new ValueRule.Uniform(-0.5, 0.5);
      case "bias" -> new ValueRule.Uniform(-0.1, 0.1);
      case "weight" -> tensor.sizes().length > 1 ? fanIn(tensor) : new ValueRule.Uniform(0.5, 1.5);
      default -> tensor.sizes().length > 1 ? fanIn(tensor) : new ValueRule.Uniform(0.01, 1);
    };
  }

  /** Keeps the variance of a layer's output near that of its input. */
  private static ValueRule fanIn(TensorSlot weight) {
    double fanIn = Math.max(1, weight.elements() / Math.max(1, weight.sizes()[0]));
    double bound = 1 / Math.sqrt(fanIn);
    return new ValueRule.Uniform(-bound, bound);
  }

  private boolean needsPositive(Use use) {
    Step.OperatorCall call = call(use);
    return call != null && NEEDS_POSITIVE.contains(schemas.of(call).baseName());
  }

  private Step.OperatorCall call(Use use) {
    return assembled.steps().get(use.step()) instanceof Step.OperatorCall call ? call : null;
  }

  private int rank(Step.OperatorCall call, int operand) {
    TensorSlot tensor = tensor(call, operand);
    return tensor == null ? 0 : tensor.sizes().length;
  }

  private long size(Step.OperatorCall call, int operand, int dimension) {
    TensorSlot tensor = tensor(call, operand);
    if (tensor == null || tensor.sizes().length == 0) {
      return 0;
    }
    return tensor.sizes()[Math.floorMod(dimension, tensor.sizes().length)];
  }

  private long elements(Step.OperatorCall call, OperatorSchema schema, String argument) {
    for (int i = 0; i < call.operands().size(); i++) {
      if (schema.argumentName(i).equals(argument) && tensor(call, i) != null) {
        return tensor(call, i).elements();
      }
    }
    return 0;
  }

  private TensorSlot tensor(Step.OperatorCall call, int operand) {
    return operand < call.operands().size()
            && call.operands().get(operand) instanceof Operand.Tensor tensor
        ? slots.tensor(tensor.slot())
        : null;
  }
}
