package org.calque.codegen;

import com.palantir.javapoet.CodeBlock;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.calque.replay.Operand;
import org.calque.trace.TraceValue;

/**
 * Lists too long to read, and too long for a method: they go to a resource beside the class, one
 * line each, and the statement names the line.
 */
final class LongLists {
  /** Longest list that stands in a statement. */
  static final int MAX_INLINE = 256;

  private final Map<String, String> lines = new TreeMap<>();

  /** The expression of an operand: as it is, or a reference to a line of the resource. */
  CodeBlock code(Operand operand, int step, int argument) {
    String line = null;
    if (operand instanceof Operand.TensorList list && list.elements().size() > MAX_INLINE) {
      line = "tensors " + list.elements().stream().map(LongLists::tensor).collect(spaces());
    } else if (operand instanceof Operand.Constant constant
        && constant.value() instanceof TraceValue.Sequence sequence
        && sequence.elements().size() > MAX_INLINE
        && sequence.elements().stream().allMatch(TraceValue.Int.class::isInstance)) {
      line =
          "ints "
              + sequence.elements().stream()
                  .map(element -> Long.toString(((TraceValue.Int) element).value()))
                  .collect(spaces());
    }
    if (line == null) {
      return OperandCode.of(operand);
    }
    String name = step + "." + argument;
    lines.put(name, line);
    return CodeBlock.of("replay.list($S)", name);
  }

  private static String tensor(Operand element) {
    return element instanceof Operand.Tensor tensor
        ? OperandCode.factory(tensor.use()) + ":" + tensor.slot()
        : "none";
  }

  private static java.util.stream.Collector<CharSequence, ?, String> spaces() {
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
