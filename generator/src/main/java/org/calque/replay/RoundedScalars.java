package org.calque.replay;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.calque.trace.TraceValue;

/**
 * Restores scalars that the trace format rounded to zero, where the operators around tell what they
 * were. The writer keeps six decimals, so Adam's epsilon of 1e-8 reads 0.0; without it a parameter
 * that has no gradient becomes 0/0. Any positive number up to 5e-7 would read the same; each row
 * says which one is taken.
 */
final class RoundedScalars {
  /** Numbers above this have a digit among the six. */
  private static final double GREATEST_LOST = 5e-7;

  private static final List<Row> ROWS =
      List.of(
          new Row("Adagrad epsilon 1e-10", 1e-10, RoundedScalars::isAdagradEpsilon),
          new Row("Adam epsilon 1e-8", 1e-8, RoundedScalars::isOptimizerEpsilon),
          new Row("learning rate 1e-7", 1e-7, RoundedScalars::isLearningRate),
          new Row("learning rate -1e-7", -1e-7, RoundedScalars::isNegatedLearningRate),
          new Row("normalisation epsilon 1e-12", 1e-12, RoundedScalars::isNormalisationEpsilon),
          new Row("least norm 1e-12", 1e-12, RoundedScalars::isLeastNorm),
          new Row("epsilon of a divisor 1e-8", 1e-8, RoundedScalars::isAddedToDivisor));

  private static final Set<String> ADDED = Set.of("other", "scalar");
  private static final Set<String> EPSILON = Set.of("eps", "epsilon");

  private final Divisors divisors;
  private final OperatorSchemas schemas;
  private final RemarkCounts restored = new RemarkCounts();

  /**
   * A kind of scalar.
   *
   * @param name what it is, with its value
   */
  private record Row(String name, double value, Match match) {}

  /** Whether an argument that reads zero is of a kind. */
  private interface Match {
    boolean of(Argument argument);
  }

  /** An argument that reads zero. */
  private record Argument(
      Step.OperatorCall call, OperatorSchema schema, int position, Divisors divisors) {
    String name() {
      return schema.argumentName(position);
    }

    /** The operator, whether for one tensor or for lists, in place or not. */
    String operator() {
      String name = Divisors.plainName(schema);
      return name.endsWith("_") ? name.substring(0, name.length() - 1) : name;
    }

    boolean isFused() {
      return schema.baseName().startsWith("_fused_") && schema.writes(0);
    }

    boolean isAdded() {
      return operator().equals("add") && ADDED.contains(name());
    }

    boolean isOfADivisor() {
      return divisors.isFirstOperandOf(call);
    }

    boolean isOf(String optimizer) {
      return call.provenance().module().path().contains(optimizer);
    }

    boolean isNegative() {
      return call.operands().get(position) instanceof Operand.Constant constant
          && constant.value() instanceof TraceValue.Real real
          && 1 / real.value() < 0;
    }
  }

  private RoundedScalars(Divisors divisors, OperatorSchemas schemas) {
    this.divisors = divisors;
    this.schemas = schemas;
  }

  /**
   * Restores the scalars in place.
   *
   * @param divisors follows the calls
   */
  static List<Remark> restore(List<Step> steps, Divisors divisors, OperatorSchemas schemas) {
    RoundedScalars scalars = new RoundedScalars(divisors, schemas);
    for (int i = 0; i < steps.size(); i++) {
      if (steps.get(i) instanceof Step.OperatorCall call) {
        steps.set(i, scalars.restored(call));
        divisors.follow(call);
      }
    }
    return scalars.restored.remarks();
  }

  private Step.OperatorCall restored(Step.OperatorCall call) {
    List<Operand> operands = null;
    for (int i = 0; i < call.operands().size(); i++) {
      if (isZero(call.operands().get(i))) {
        Operand operand = restored(new Argument(call, schemas.of(call), i, divisors));
        if (operand != null) {
          operands = operands == null ? new ArrayList<>(call.operands()) : operands;
          operands.set(i, operand);
        }
      }
    }
    return operands == null
        ? call
        : new Step.OperatorCall(
            call.operator(), call.schema(), operands, call.results(), call.provenance());
  }

  private static boolean isZero(Operand operand) {
    return operand instanceof Operand.Constant constant
        && constant.value() instanceof TraceValue.Real real
        && real.value() == 0;
  }

  private Operand restored(Argument argument) {
    double declared = declaredDefault(argument);
    if (declared > 0 && declared < GREATEST_LOST) {
      return restored(argument.name() + " " + declared + " by default", declared);
    }
    return ROWS.stream()
        .filter(row -> row.match().of(argument))
        .findFirst()
        .map(row -> restored(row.name(), row.value()))
        .orElse(null);
  }

  private Operand restored(String name, double value) {
    restored.add("scalar-restored", name);
    return new Operand.Constant(new TraceValue.Real(value));
  }

  /** What the schema says the argument is unless given; 0 if that is no number. */
  private static double declaredDefault(Argument argument) {
    Matcher value =
        Pattern.compile("float " + Pattern.quote(argument.name()) + "=([0-9.e-]+)[,)]")
            .matcher(argument.call().schema());
    return value.find() ? Double.parseDouble(value.group(1)) : 0;
  }

  private static boolean isAdagradEpsilon(Argument argument) {
    return argument.schema().baseName().startsWith("_fused_adagrad")
        ? argument.name().equals("eps")
        : argument.isOf("Adagrad.step") && argument.isAdded();
  }

  /** Adamax adds it to the gradient's size, the others to a root of its square. */
  private static boolean isOptimizerEpsilon(Argument argument) {
    return argument.isFused()
        ? argument.name().equals("eps")
        : argument.isAdded() && (argument.isOfADivisor() || argument.isOf("Adamax.step"));
  }

  private static boolean isLearningRate(Argument argument) {
    return argument.isFused() && argument.name().equals("lr");
  }

  /** Nothing else is a negative zero: a step goes against the gradient. */
  private static boolean isNegatedLearningRate(Argument argument) {
    return argument.isNegative()
        && argument.schema().writes(0)
        && (argument.name().equals("alpha") || argument.name().equals("value"));
  }

  private static boolean isNormalisationEpsilon(Argument argument) {
    return EPSILON.contains(argument.name()) && argument.operator().contains("norm");
  }

  private static boolean isLeastNorm(Argument argument) {
    return argument.isOfADivisor()
        && argument.operator().startsWith("clamp")
        && argument.name().equals("min");
  }

  private static boolean isAddedToDivisor(Argument argument) {
    return argument.isAdded() && argument.divisors().isUsedAsOne(argument.call());
  }
}
