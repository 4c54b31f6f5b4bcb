package org.calque.trace;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonParser.NumberType;
import tools.jackson.core.JsonToken;

/** Reads one node object, flat or nested; fields may come in any order. */
final class NodeReader {
  /** Fields of the node itself, which an attribute of the same name does not replace. */
  private static final Set<String> OWN_FIELDS = Set.of("id", "name", "ctrl_deps", "parent");

  private static final Pattern RANGE =
      Pattern.compile("\"(\\d+)\"\\s*:\\s*\\[\\s*(-?\\d+)\\s*,\\s*(-?\\d+)\\s*]");

  private final Map<String, Object> fields = new HashMap<>();

  long id() {
    return fields.get("id") instanceof Long id ? id : -1;
  }

  String name() {
    return String.valueOf(fields.get("name"));
  }

  /** Reads from the token after the node's opening brace to its closing brace. */
  TraceNode read(JsonParser parser) {
    while (parser.nextToken() == JsonToken.PROPERTY_NAME) {
      String field = parser.currentName();
      parser.nextToken();
      switch (field) {
        case "inputs", "outputs" -> readValues(parser, field);
        case "attrs" -> readAttributes(parser);
        case "input_shapes", "input_types", "output_shapes", "output_types" ->
            fields.put(field.replace("put_", "puts."), json(parser));
        default -> fields.put(field, json(parser));
      }
    }
    return node();
  }

  private void readValues(JsonParser parser, String side) {
    if (parser.currentToken() != JsonToken.START_OBJECT) {
      fields.put(side + ".values", json(parser));
      return;
    }
    while (parser.nextToken() == JsonToken.PROPERTY_NAME) {
      String field = side + "." + parser.currentName();
      parser.nextToken();
      fields.put(field, json(parser));
    }
  }

  private void readAttributes(JsonParser parser) {
    if (parser.currentToken() != JsonToken.START_ARRAY) {
      throw new IllegalArgumentException("its \"attrs\" is not a list");
    }
    while (parser.nextToken() != JsonToken.END_ARRAY) {
      if (parser.currentToken() != JsonToken.START_OBJECT) {
        throw new IllegalArgumentException("one of its \"attrs\" is not an object");
      }
      String attribute = "";
      Object value = null;
      while (parser.nextToken() == JsonToken.PROPERTY_NAME) {
        String field = parser.currentName();
        parser.nextToken();
        Object read = json(parser);
        if (field.equals("name")) {
          attribute = String.valueOf(read);
        } else if (field.equals("value")) {
          value = read;
        }
      }
      if (!OWN_FIELDS.contains(attribute)) {
        fields.put(attribute, value);
      }
    }
  }

  private TraceNode node() {
    if (!(fields.get("id") instanceof Long id)) {
      throw new IllegalArgumentException("it has no integer \"id\"");
    }
    return new TraceNode(
        id,
        text("name"),
        fields.containsKey("ctrl_deps") ? number("ctrl_deps", id) : number("parent", id),
        text("op_schema"),
        values("inputs"),
        values("outputs"),
        (int) number("scope", 0),
        number("tid", 0),
        number("seq_id", -1),
        ranges());
  }

  private List<TraceValue> values(String side) {
    return ValueAssembler.values(
        list(side + ".values"),
        list(side + ".types"),
        list(side + ".shapes"),
        list(side + ".strides"));
  }

  /**
   * The writer puts the ranges of integer tensors into one string of JSON. It counts tensors in
   * lists and undefined ones, too; the latter are no tensors here.
   */
  private Map<Integer, TraceNode.Range> ranges() {
    Map<Integer, TraceNode.Range> ranges = new HashMap<>();
    if (text("tensor_range").isEmpty()) {
      return ranges;
    }
    List<Boolean> defined = new ArrayList<>();
    list("inputs.types").forEach(type -> addTensors(TypeName.parse(String.valueOf(type)), defined));
    Matcher entry = RANGE.matcher(text("tensor_range"));
    while (entry.find()) {
      int position = Integer.parseInt(entry.group(1));
      if (position < defined.size() && defined.get(position)) {
        ranges.put(
            (int) defined.subList(0, position).stream().filter(Boolean::booleanValue).count(),
            new TraceNode.Range(Long.parseLong(entry.group(2)), Long.parseLong(entry.group(3))));
      }
    }
    return ranges;
  }

  private static void addTensors(TypeName type, List<Boolean> defined) {
    if (type.kind().equals("Tensor")) {
      defined.add(!type.argument().startsWith("nullptr"));
    }
    type.elements().forEach(element -> addTensors(element, defined));
  }

  private String text(String field) {
    return fields.get(field) instanceof String text ? text : "";
  }

  private long number(String field, long missing) {
    return fields.get(field) instanceof Long number ? number : missing;
  }

  @SuppressWarnings("unchecked")
  private List<Object> list(String field) {
    return fields.get(field) instanceof List<?> list ? (List<Object>) list : List.of();
  }

  /** The writer gives some numbers as unsigned ones of 64 bits. */
  private static long unsigned(BigInteger number) {
    if (number.signum() < 0 || number.bitLength() > Long.SIZE) {
      throw new IllegalArgumentException("the number " + number + " does not fit into 64 bits");
    }
    return number.longValue();
  }

  /** The value at the parser's token as plain Java; objects inside values are not used. */
  private static Object json(JsonParser parser) {
    switch (parser.currentToken()) {
      case START_ARRAY -> {
        List<Object> elements = new ArrayList<>();
        while (parser.nextToken() != JsonToken.END_ARRAY) {
          elements.add(json(parser));
        }
        return elements;
      }
      case START_OBJECT -> {
        parser.skipChildren();
        return null;
      }
      case VALUE_STRING -> {
        return parser.getString();
      }
      case VALUE_NUMBER_INT -> {
        return parser.getNumberType() == NumberType.BIG_INTEGER
            ? unsigned(parser.getBigIntegerValue())
            : parser.getLongValue();
      }
      case VALUE_NUMBER_FLOAT -> {
        return parser.getDoubleValue();
      }
      case VALUE_TRUE -> {
        return true;
      }
      case VALUE_FALSE -> {
        return false;
      }
      default -> {
        return null;
      }
    }
  }
}
