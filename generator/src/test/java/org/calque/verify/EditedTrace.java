package org.calque.verify;

import java.nio.file.Path;
import java.util.List;
import java.util.stream.StreamSupport;
import org.calque.trace.ExecutionTrace;
import org.calque.trace.TraceText;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** A real trace with something changed, as a replay that does something else would be recorded. */
final class EditedTrace {
  private static final JsonMapper JSON = JsonMapper.shared();

  private final ObjectNode document;

  private EditedTrace(ObjectNode document) {
    this.document = document;
  }

  static EditedTrace of(Path file) {
    return new EditedTrace((ObjectNode) JSON.readTree(TraceText.text(file)));
  }

  private ArrayNode nodes() {
    return (ArrayNode) document.path("nodes");
  }

  ObjectNode node(long id) {
    return StreamSupport.stream(nodes().spliterator(), false)
        .filter(node -> node.path("id").longValue() == id)
        .map(ObjectNode.class::cast)
        .findFirst()
        .orElseThrow();
  }

  /** The ids of an operator's calls, in execution order. */
  List<Long> calls(String operator) {
    return StreamSupport.stream(nodes().spliterator(), false)
        .filter(node -> schema(node).path("value").stringValue().startsWith(operator + "("))
        .map(node -> node.path("id").longValue())
        .sorted()
        .toList();
  }

  private static ObjectNode schema(JsonNode node) {
    return StreamSupport.stream(node.path("attrs").spliterator(), false)
        .filter(attribute -> attribute.path("name").stringValue().equals("op_schema"))
        .map(ObjectNode.class::cast)
        .findFirst()
        .orElseThrow();
  }

  /** Replaces the schema of a call. */
  EditedTrace schema(long id, String schema) {
    schema(node(id)).put("value", schema);
    return this;
  }

  /**
   * Replaces one thing of a call's arguments or results.
   *
   * @param side {@code inputs} or {@code outputs}
   * @param what {@code values}, {@code shapes}, {@code types} or {@code strides}
   * @param json the new value
   */
  EditedTrace set(long id, String side, String what, int position, String json) {
    ((ArrayNode) node(id).path(side).path(what)).set(position, JSON.readTree(json));
    return this;
  }

  /** Replaces a field of a tensor's value, such as 1 for its storage. */
  EditedTrace setTensor(long id, String side, int position, int field, long value) {
    ((ArrayNode) node(id).path(side).path("values").get(position)).set(field, value);
    return this;
  }

  /** A tensor's storage. */
  long storage(long id, String side, int position) {
    return node(id).path(side).path("values").get(position).get(1).longValue();
  }

  /** Has every tensor on a storage lie on another one, in all calls after one. */
  EditedTrace moveStorage(long from, long to, long after) {
    for (JsonNode node : nodes()) {
      if (node.path("id").longValue() > after) {
        move(node.path("inputs").path("values"), from, to);
        move(node.path("outputs").path("values"), from, to);
      }
    }
    return this;
  }

  private static void move(JsonNode value, long from, long to) {
    if (!value.isArray()) {
      return;
    }
    boolean tensor = value.size() == 6 && value.get(5).isString() && value.get(0).isNumber();
    if (tensor && value.get(1).longValue() == from) {
      ((ArrayNode) value).set(1, to);
    }
    value.forEach(element -> move(element, from, to));
  }

  /** Takes a node out, and with it everything inside. */
  EditedTrace remove(long id) {
    for (int i = nodes().size() - 1; i >= 0; i--) {
      if (nodes().get(i).path("id").longValue() == id) {
        nodes().remove(i);
      }
    }
    for (JsonNode node : nodes().deepCopy()) {
      if (node.path("ctrl_deps").longValue() == id && node.path("id").longValue() != id) {
        remove(node.path("id").longValue());
      }
    }
    return this;
  }

  /** Puts a copy of a call, without what it called, at a free place of the numbering. */
  EditedTrace copy(long id, long newId, long parent) {
    nodes().insert(0, node(id).deepCopy().put("id", newId).put("ctrl_deps", parent));
    return this;
  }

  /** Has two calls and what they called change places. */
  EditedTrace swap(long one, long other) {
    ObjectNode first = node(one);
    ObjectNode second = node(other);
    for (String field : List.of("name", "inputs", "outputs", "attrs")) {
      JsonNode kept = first.path(field);
      first.set(field, second.path(field));
      second.set(field, kept);
    }
    return this;
  }

  ExecutionTrace read() {
    return TraceText.read(JSON.writeValueAsString(document));
  }
}
