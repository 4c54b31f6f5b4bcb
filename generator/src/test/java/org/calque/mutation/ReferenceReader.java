package org.calque.mutation;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.calque.trace.ElementType;
import org.calque.trace.TensorLayout;
import org.calque.trace.TensorReference;
import org.calque.trace.TraceValue;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Reads undamaged traces the plain way, from a tree of the whole text. It shares no code with the
 * reader but the values that both give.
 */
final class ReferenceReader {
  private static final Set<String> FIELDS =
      Set.of(
          "id",
          "name",
          "ctrl_deps",
          "parent",
          "inputs",
          "outputs",
          "input_shapes",
          "input_types",
          "input_strides",
          "output_shapes",
          "output_types",
          "output_strides",
          "attrs",
          "rf_id",
          "seq_id",
          "scope",
          "tid",
          "op_schema",
          "tensor_range");

  private ReferenceReader() {}

  /** What a node says. */
  record Node(
      long id,
      String name,
      long parent,
      String schema,
      long scope,
      long thread,
      long sequence,
      long recordFunction,
      List<TraceValue> inputs,
      List<TraceValue> outputs,
      Map<String, TraceValue> attributes) {}

  /** The nodes in the order of the file. */
  static List<Node> read(byte[] json) {
    List<Node> nodes = new ArrayList<>();
    for (JsonNode node : new JsonMapper().readTree(json).get("nodes")) {
      nodes.add(node(node));
    }
    return nodes;
  }

  private static Node node(JsonNode json) {
    Map<String, JsonNode> attributes = new LinkedHashMap<>();
    json.properties().forEach(field -> attributes.put(field.getKey(), field.getValue()));
    if (json.has("attrs")) {
      for (JsonNode attribute : json.get("attrs")) {
        attributes.put(attribute.get("name").stringValue(), attribute.get("value"));
      }
    }
    JsonNode parent = json.has("ctrl_deps") ? json.get("ctrl_deps") : json.get("parent");
    return new Node(
        json.get("id").longValue(),
        json.get("name").stringValue(),
        parent.longValue(),
        attributes.get("op_schema").stringValue(),
        attributes.get("scope").longValue(),
        attributes.get("tid").longValue(),
        attributes.get("seq_id").longValue(),
        attributes.get("rf_id").longValue(),
        side(json, "inputs", "input_"),
        side(json, "outputs", "output_"),
        further(attributes));
  }

  private static Map<String, TraceValue> further(Map<String, JsonNode> attributes) {
    Map<String, TraceValue> further = new LinkedHashMap<>();
    attributes.forEach(
        (name, value) -> {
          boolean unset =
              value.isString()
                  ? value.stringValue().isEmpty()
                  : name.startsWith("fw_") && value.longValue() == 0;
          if (!FIELDS.contains(name) && !unset) {
            further.put(
                name,
                value.isString()
                    ? new TraceValue.Text(value.stringValue())
                    : new TraceValue.Int(value.longValue()));
          }
        });
    return further;
  }

  private static List<TraceValue> side(JsonNode node, String name, String flat) {
    JsonNode side = node.get(name);
    boolean nested = side.isObject();
    JsonNode values = nested ? side.get("values") : side;
    JsonNode types = nested ? side.get("types") : node.get(flat + "types");
    JsonNode shapes = nested ? side.get("shapes") : node.get(flat + "shapes");
    JsonNode strides = nested ? side.get("strides") : node.get(flat + "strides");
    List<TraceValue> read = new ArrayList<>();
    for (int i = 0; i < values.size(); i++) {
      read.add(value(values.get(i), types.get(i).stringValue(), at(shapes, i), at(strides, i)));
    }
    return read;
  }

  private static JsonNode at(JsonNode list, int i) {
    return list == null ? null : list.get(i);
  }

  private static TraceValue value(JsonNode value, String type, JsonNode shape, JsonNode stride) {
    if (type.startsWith("GenericList[") || type.startsWith("Tuple[")) {
      List<String> types = elements(type);
      List<TraceValue> elements = new ArrayList<>();
      for (int i = 0; i < value.size(); i++) {
        String element = types.get(Math.min(i, types.size() - 1));
        elements.add(value(value.get(i), element, at(shape, i), at(stride, i)));
      }
      return new TraceValue.Sequence(elements);
    }
    if (type.startsWith("Tensor(nullptr") || type.equals("None")) {
      return new TraceValue.None();
    }
    if (type.startsWith("Tensor(")) {
      return tensor(value, type, shape, stride);
    }
    if (value.isString() && value.stringValue().equals("<None>")) {
      return Set.of("Int", "Double", "Bool", "String", "Device").contains(type)
          ? new TraceValue.None()
          : new TraceValue.Opaque(type);
    }
    return switch (type) {
      case "Int" -> new TraceValue.Int(value.longValue());
      case "Bool" -> new TraceValue.Bool(value.booleanValue());
      case "Double" ->
          new TraceValue.Real(
              value.isString()
                  ? Double.parseDouble(
                      value
                          .stringValue()
                          .replace("inf", "Infinity")
                          .replace("-nan", "NaN")
                          .replace("nan", "NaN"))
                  : value.doubleValue());
      case "String" -> new TraceValue.Text(value.stringValue());
      case "Device" -> new TraceValue.Device(value.stringValue());
      default -> new TraceValue.Opaque(type);
    };
  }

  /** Types between the outermost brackets. */
  private static List<String> elements(String type) {
    List<String> types = new ArrayList<>();
    int depth = 0;
    int start = type.indexOf('[') + 1;
    for (int i = start; i < type.length() - 1; i++) {
      char c = type.charAt(i);
      depth += "[(<".indexOf(c) >= 0 ? 1 : "])>".indexOf(c) >= 0 ? -1 : 0;
      if (c == ',' && depth == 0) {
        types.add(type.substring(start, i));
        start = i + 1;
      }
    }
    types.add(type.substring(start, type.length() - 1));
    return types;
  }

  private static TraceValue tensor(JsonNode value, String type, JsonNode shape, JsonNode stride) {
    Optional<ElementType> element =
        ElementType.ofTraceName(type.substring("Tensor(".length(), type.length() - 1));
    if (element.isEmpty()) {
      return new TraceValue.Opaque(type);
    }
    return new TensorReference(
        value.get(0).longValue(),
        value.get(1).longValue(),
        new TensorLayout(
            element.get(),
            value.has(5) ? value.get(5).stringValue() : "",
            value.get(2).longValue(),
            value.get(3).longValue(),
            numbers(shape),
            stride == null || stride.size() != shape.size() ? null : numbers(stride)));
  }

  private static long[] numbers(JsonNode list) {
    long[] numbers = new long[list.size()];
    for (int i = 0; i < numbers.length; i++) {
      numbers[i] = list.get(i).longValue();
    }
    return numbers;
  }
}
