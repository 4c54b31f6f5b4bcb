package org.calque.codegen;

import com.palantir.javapoet.CodeBlock;
import java.util.Arrays;
import java.util.stream.Collectors;
import org.calque.values.ValueRule;

/** The Java expression of a rule for values, in the words of the runtime's factories. */
final class ValueCode {
  private ValueCode() {}

  /**
   * The expression.
   *
   * @param className simple name of the generated class
   */
  static CodeBlock of(ValueRule rule, String className) {
    if (rule instanceof ValueRule.Uniform uniform) {
      return reals("uniform", uniform.low(), uniform.high());
    } else if (rule instanceof ValueRule.Integers integers) {
      return integers("integers", integers.low(), integers.high());
    } else if (rule instanceof ValueRule.Lookups lookups) {
      return integers("lookups", lookups.low(), lookups.high());
    } else if (rule instanceof ValueRule.Cycle cycle) {
      return integers("cycle", cycle.low(), cycle.high());
    } else if (rule instanceof ValueRule.Rising rising) {
      return reals("rising", rising.low(), rising.high());
    } else if (rule instanceof ValueRule.Offsets offsets) {
      return integers("offsets", offsets.total());
    } else if (rule instanceof ValueRule.Shares shares) {
      return integers("shares", shares.total());
    } else if (rule instanceof ValueRule.Lengths lengths) {
      return integers("lengths", lengths.longest(), lengths.total());
    } else if (rule instanceof ValueRule.Recorded recorded) {
      return CodeBlock.of("recorded($L.class, $S)", className, RecordedValues.name(recorded));
    }
    return reals("fill", ((ValueRule.Fill) rule).value());
  }

  private static CodeBlock reals(String factory, double... values) {
    return CodeBlock.of(
        "$L($L)",
        factory,
        Arrays.stream(values).mapToObj(OperandCode::real).collect(Collectors.joining(", ")));
  }

  private static CodeBlock integers(String factory, long... values) {
    return CodeBlock.of(
        "$L($L)",
        factory,
        Arrays.stream(values).mapToObj(OperandCode::integer).collect(Collectors.joining(", ")));
  }
}
