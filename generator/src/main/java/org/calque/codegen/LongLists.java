package org.calque.codegen;

import com.palantir.javapoet.CodeBlock;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collector;
import java.util.stream.Collectors;
import org.calque.replay.Operand;
import org.calque.replay.Step;
import org.calque.trace.TraceValue;

/**
 * Lists too long to read, and too long for a method: they go to a resource beside the class, one
 * line each, and the statement names the line.
 */
final class LongLists {
  /** Longest list that stands in a statement. */
  static final int MAX_INLINE = 256;

  /** Name of the list of gaps before operators. */
  static final String GAPS = "gaps";

  /** Name of the list of slots whose tensors lie in the memory of the processor. */
  static final String HOST = "host";

  private final Map<String, String> lines = new TreeMap<>();

  /** Whether an operand is a list that goes to the resource: of tensors, or of integers. */
  static boolean inResource(Operand operand) {
    if (operand instanceof Operand.TensorList list) {
      return list.elements().size() > MAX_INLINE
          && list.elements().stream().noneMatch(Operand.TensorList.class::isInstance);
    }
    return operand instanceof Operand.Constant constant
        && constant.value() instanceof TraceValue.Sequence sequence
        && sequence.elements().size() > MAX_INLINE
        && sequence.elements().stream().allMatch(TraceValue.Int.class::isInstance);
  }

  /** The expression of an operand: as it is, or a reference to a line of the resource. */
  CodeBlock code(Operand operand, int step, int argument) {
    if (!inResource(operand)) {
      return OperandCode.of(operand);
    }
    String name = step + "." + argument;
    lines.put(name, operand instanceof Operand.TensorList list ? tensors(list) : integers(operand));
    return CodeBlock.of("replay.list($S)", name);
  }

  /** Adds the nanoseconds that the original's host was busy before each step. */
  void addGaps(List<Step> steps) {
    lines.put(GAPS, "ints " + steps.stream().map(LongLists::gap).collect(spaces()));
  }

  /** Adds the slots of tensors that lie in the memory of the processor, not of the device. */
  void addHostSlots(List<Integer> slots) {
    lines.put(HOST, "ints " + slots.stream().map(String::valueOf).collect(spaces()));
  }

  /** The operator that needs an alias waits for both. */
  private static String gap(Step step) {
    return step instanceof Step.OperatorCall
        ? Long.toString(Math.max(0, step.provenance().timing().gapNanos()))
        : "0";
  }

  private static String tensors(Operand.TensorList list) {
    return "tensors " + list.elements().stream().map(LongLists::tensor).collect(spaces());
  }

  private static String integers(Operand operand) {
    var list = (TraceValue.Sequence) ((Operand.Constant) operand).value();
    return "ints "
        + list.elements().stream()
            .map(element -> Long.toString(((TraceValue.Int) element).value()))
            .collect(spaces());
  }

  private static String tensor(Operand element) {
    return element instanceof Operand.Tensor tensor
        ? OperandCode.factory(tensor.use()) + ":" + tensor.slot()
        : "none";
  }

  private static Collector<CharSequence, ?, String> spaces() {
    return Collectors.joining(" ");
  }

  boolean isEmpty() {
    return lines.isEmpty();
  }

  /** The text of the resource. */
  String text() {
    return lines.entrySet().stream()
        .map(entry -> entry.getKey() + " " + entry.getValue() + "\n")
        .collect(Collectors.joining());
  }
}
