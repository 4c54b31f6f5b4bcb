package org.calque.inspect;

import java.util.List;
import java.util.Map;
import org.calque.replay.Communication;
import org.calque.replay.TensorValues;
import org.calque.trace.TraceNode;
import org.calque.trace.TraceValue;

/**
 * One call of a collective operation, from a {@code record_param_comms} node. Newer writers give it
 * attributes; before, all of it was in the inputs, in an order that differs by version, so what a
 * value is follows from its type and from its place beside the name.
 *
 * @param name such as {@code allreduce}; {@code wait} for waiting
 * @param group name of the process group, or the address where older writers give no more; empty if
 *     not stated
 * @param groupSize ranks in it; 0 if not stated
 * @param dtype element type as written; empty if not stated
 * @param bytes bytes that this rank puts in
 */
record Collective(String name, String group, long groupSize, String dtype, long bytes) {
  static boolean isCollective(TraceNode node) {
    return Communication.isRecord(node);
  }

  static Collective of(TraceNode node) {
    Map<String, TraceValue> attributes = node.attributes();
    List<TraceValue> inputs = node.inputs();
    int place = placeOfName(inputs);
    String name = text(attributes.get("collective_name"));
    if (name.isEmpty()) {
      name = place < 0 ? "?" : text(inputs.get(place));
    }
    String dtype = text(attributes.get("dtype"));
    long elements = integer(attributes.get("in_msg_nelems"), -1);
    int size = bytesOf(dtype);
    long bytes =
        name.equals("wait")
            ? 0
            : elements >= 0 && size > 0 ? elements * size : bytesOfFirst(inputs);
    return new Collective(
        name, group(attributes, inputs, place), groupSize(attributes, inputs), dtype, bytes);
  }

  private static int placeOfName(List<TraceValue> inputs) {
    for (int i = 0; i < inputs.size(); i++) {
      if (inputs.get(i) instanceof TraceValue.Text) {
        return i;
      }
    }
    return -1;
  }

  /** The group's name, with its description where that says more. */
  private static String group(
      Map<String, TraceValue> attributes, List<TraceValue> inputs, int place) {
    String name = text(attributes.get("pg_name"));
    String description = text(attributes.get("pg_desc"));
    for (int i = 0; i < place && name.isEmpty(); i++) {
      if (inputs.get(i) instanceof TraceValue.Sequence pair
          && pair.elements().size() == 2
          && pair.elements().stream().allMatch(TraceValue.Text.class::isInstance)) {
        name = text(pair.elements().get(0));
        description = text(pair.elements().get(1));
      }
    }
    if (!name.isEmpty()) {
      return description.isEmpty() || description.equals("undefined")
          ? name
          : name + " " + description;
    }
    // Older writers: sequence number, address of the group, rank, name.
    long address = place < 2 ? 0 : integer(inputs.get(place - 2), 0);
    return address == 0 ? "" : "0x" + Long.toHexString(address);
  }

  private static long groupSize(Map<String, TraceValue> attributes, List<TraceValue> inputs) {
    TraceValue last = inputs.isEmpty() ? null : inputs.get(inputs.size() - 1);
    return Math.max(integer(attributes.get("pg_size"), integer(last, 0)), 0);
  }

  private static long bytesOfFirst(List<TraceValue> inputs) {
    long[] bytes = {0};
    if (!inputs.isEmpty()) {
      TensorValues.forEach(
          inputs.get(0), tensor -> bytes[0] += tensor.elements() * tensor.type().bytes());
    }
    return bytes[0];
  }

  private static String text(TraceValue value) {
    return value instanceof TraceValue.Text text ? text.value() : "";
  }

  private static long integer(TraceValue value, long otherwise) {
    return value instanceof TraceValue.Int integer ? integer.value() : otherwise;
  }

  /** Size of a {@code c10::ScalarType}, 0 if unknown. */
  private static int bytesOf(String dtype) {
    return switch (dtype) {
      case "Byte", "Char", "Bool", "Float8_e5m2", "Float8_e4m3fn", "QInt8", "QUInt8" -> 1;
      case "Short", "Half", "BFloat16", "UInt16" -> 2;
      case "Int", "Float", "ComplexHalf", "QInt32", "UInt32" -> 4;
      case "Long", "Double", "ComplexFloat", "UInt64" -> 8;
      case "ComplexDouble" -> 16;
      default -> 0;
    };
  }
}
