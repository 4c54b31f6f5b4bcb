package org.calque.runtime.torch;

import java.util.List;
import java.util.function.UnaryOperator;
import org.calque.runtime.Operand;
import org.calque.runtime.Result;
import org.calque.runtime.Support;

/**
 * A call of another operator in place of one that has no kernel here.
 *
 * @param operator the other operator, with overload; {@code null} if there is nothing to do
 * @param support how near it comes
 * @param operands what it takes, of what the original takes; arguments may be missing at the end
 * @param results where what it returns goes, of where what the original returns goes
 */
record Equivalent(
    String operator,
    Support support,
    UnaryOperator<List<Operand>> operands,
    UnaryOperator<List<Result>> results) {}
