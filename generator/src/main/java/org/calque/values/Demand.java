package org.calque.values;

/**
 * What an operator asks of the values of an operand.
 *
 * @param rule values that satisfy it
 * @param decidesSize whether the size of a result follows from the values, so that others than
 *     those of the rule would give other results than the recorded ones
 */
public record Demand(ValueRule rule, boolean decidesSize) {

  /** Values that the operator can work with. */
  static Demand valid(ValueRule rule) {
    return new Demand(rule, false);
  }

  /** Values from which results of the recorded size follow. */
  static Demand sized(ValueRule rule) {
    return new Demand(rule, true);
  }
}
