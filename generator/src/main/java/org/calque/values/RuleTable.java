package org.calque.values;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** Rows of rules, found by operator and argument. */
final class RuleTable {
  private final Map<String, Row> rows = new HashMap<>();

  /** What the operators of a row ask of an argument; empty where the call does not tell. */
  @FunctionalInterface
  interface Row {
    Optional<Demand> of(OperandUse use);
  }

  /**
   * Adds a row.
   *
   * @param operators names without namespace, overload and the underscore of in-place variants,
   *     with spaces between
   * @param arguments names of arguments, with spaces between
   */
  void add(String operators, String arguments, Row row) {
    for (String operator : operators.split(" ")) {
      for (String argument : arguments.split(" ")) {
        if (rows.put(key(operator, argument), row) != null) {
          throw new IllegalStateException(operator + " has two rules for " + argument);
        }
      }
    }
  }

  /** What the call asks of the operand, by its row. */
  Optional<Demand> of(OperandUse use) {
    String operator = use.operator();
    String plain = use.inPlace() ? operator.substring(0, operator.length() - 1) : operator;
    Row row = rows.get(key(plain, use.name()));
    return row == null ? Optional.empty() : row.of(use);
  }

  private static String key(String operator, String argument) {
    return operator + " " + argument;
  }

  /** Any of the first {@code limit} whole numbers; nothing where the limit is not known. */
  static Optional<Demand> below(long limit) {
    return limit > 0
        ? Optional.of(Demand.valid(new ValueRule.Integers(0, limit - 1)))
        : Optional.empty();
  }

  /** Any of the first {@code limit} rows of a table; nothing where the limit is not known. */
  static Optional<Demand> row(long limit) {
    return limit > 0
        ? Optional.of(Demand.valid(new ValueRule.Lookups(0, limit - 1)))
        : Optional.empty();
  }

  static Optional<Demand> valid(ValueRule rule) {
    return Optional.of(Demand.valid(rule));
  }

  static Optional<Demand> sized(ValueRule rule) {
    return Optional.of(Demand.sized(rule));
  }
}
