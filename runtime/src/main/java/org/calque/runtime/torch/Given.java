package org.calque.runtime.torch;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.calque.runtime.Operand;
import org.calque.runtime.UnsupportedOperatorException;

/**
 * What a recorded call takes, by position. A call of an older version of the operator may have
 * fewer arguments than positions that are asked for.
 *
 * @param operator the recorded operator, for messages
 * @param operands in the order of its schema
 */
record Given(String operator, List<Operand> operands) {
  /** What was recorded in a position; nothing for what an older schema did not have yet. */
  Operand at(int position) {
    return position < operands.size() ? operands.get(position) : Operand.none();
  }

  /** What was recorded in some positions, in their order. */
  List<Operand> pick(int... positions) {
    return Arrays.stream(positions).mapToObj(this::at).toList();
  }

  /** What was recorded in some positions, and others behind it. */
  List<Operand> pick(List<Integer> positions, Operand... others) {
    List<Operand> all = new ArrayList<>(positions.stream().map(this::at).toList());
    all.addAll(List.of(others));
    return all;
  }

  /** Whether something was passed that is not {@code None}. */
  boolean has(int position) {
    return !at(position).equals(Operand.NONE);
  }

  /** Whether a truth value was passed. */
  boolean isFlag(int position) {
    return at(position) instanceof Operand.Constant constant && constant.value() instanceof Boolean;
  }

  /** Whether a floating-point number was passed. */
  boolean isReal(int position) {
    return at(position) instanceof Operand.Constant constant && constant.value() instanceof Double;
  }

  /**
   * An integer, or what is taken for it where nothing was passed.
   *
   * @throws UnsupportedOperatorException if something else was recorded
   */
  long integer(int position, long otherwise) {
    return constant(position, Long.class, otherwise);
  }

  /**
   * A floating-point number.
   *
   * @throws UnsupportedOperatorException if something else was recorded
   */
  double real(int position) {
    return constant(position, Double.class, Double.NaN);
  }

  /**
   * A truth value, false where nothing was passed.
   *
   * @throws UnsupportedOperatorException if something else was recorded
   */
  boolean flag(int position) {
    return constant(position, Boolean.class, false);
  }

  /**
   * A list of integers, empty where nothing was passed.
   *
   * @throws UnsupportedOperatorException if something else was recorded
   */
  List<?> list(int position) {
    return constant(position, List.class, List.of());
  }

  /** The exception for a call that the equivalent does not do. */
  UnsupportedOperatorException refused(String reason) {
    return new UnsupportedOperatorException(operator, reason);
  }

  private <T> T constant(int position, Class<T> type, T otherwise) {
    if (!has(position)) {
      return otherwise;
    }
    if (at(position) instanceof Operand.Constant constant && type.isInstance(constant.value())) {
      return type.cast(constant.value());
    }
    throw new UnsupportedOperatorException(
        operator, "argument " + position + " is no " + type.getSimpleName());
  }
}
