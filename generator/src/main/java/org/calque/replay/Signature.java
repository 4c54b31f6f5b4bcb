package org.calque.replay;

import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.calque.trace.TensorReference;
import org.calque.trace.TraceNode;
import org.calque.trace.TraceValue;

/**
 * An operator with everything that decides what it costs: element types, shapes, strides and
 * constants of its operands.
 *
 * @param operator qualified name with overload
 * @param operands one text for each argument: {@code float32[8, 16]} with {@code /16,1} for strides
 *     where recorded, or the constant
 * @param count calls in the step
 * @param flops floating-point operations of one call, see {@link OperatorCost}
 * @param bytes bytes that one call takes and returns
 */
public record Signature(
    String operator, List<String> operands, int count, double flops, long bytes) {

  /** Copies the list. */
  public Signature {
    operands = List.copyOf(operands);
  }

  /** The signature of one call. */
  public static Signature of(TraceNode node, OperatorSchema schema) {
    OperatorCost cost = OperatorCost.of(node, schema);
    return new Signature(
        schema.operator(),
        node.inputs().stream().map(Signature::text).toList(),
        1,
        cost.flops(),
        cost.bytes());
  }

  /** The same signature with the calls of both. */
  Signature plus(Signature other) {
    return new Signature(operator, operands, count + other.count, flops, bytes);
  }

  private static String text(TraceValue value) {
    if (value instanceof TensorReference tensor) {
      return tensor
          + (tensor.strides() == null
              ? ""
              : Arrays.stream(tensor.strides())
                  .mapToObj(Long::toString)
                  .collect(Collectors.joining(",", "/", "")));
    } else if (value instanceof TraceValue.Sequence sequence) {
      return sequence.elements().stream()
          .map(Signature::text)
          .collect(Collectors.joining(", ", "[", "]"));
    }
    return plainText(value);
  }

  /** The text of a value that is neither a tensor nor a list. */
  public static String plainText(TraceValue value) {
    if (value instanceof TraceValue.Int number) {
      return Long.toString(number.value());
    } else if (value instanceof TraceValue.Real number) {
      return Double.toString(number.value());
    } else if (value instanceof TraceValue.Bool flag) {
      return Boolean.toString(flag.value());
    } else if (value instanceof TraceValue.Text string) {
      return '"' + string.value() + '"';
    } else if (value instanceof TraceValue.Device device) {
      return device.name();
    } else if (value instanceof TraceValue.Opaque opaque) {
      return "<" + opaque.kind() + ">";
    }
    return "None";
  }
}
