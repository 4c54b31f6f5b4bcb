package org.calque.trace;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import tools.jackson.core.json.JsonWriteFeature;
import tools.jackson.databind.json.JsonMapper;

/**
 * A hand-made trace, written as PyTorch writes one.
 *
 * <pre>{@code
 * TraceJson json = new TraceJson();
 * json.call("aten::relu(Tensor self) -> Tensor").takes(floats(1, 8)).gives(floats(2, 8));
 * }</pre>
 */
public final class TraceJson {
  private static final long ROOT = 1;
  private static final JsonMapper JSON =
      JsonMapper.builder().enable(JsonWriteFeature.ESCAPE_NON_ASCII).build();

  private final List<Node> nodes = new ArrayList<>();
  private String schema = "1.1.1-chakra.0.0.4";

  /** A trace whose root has id 1; further nodes are numbered from 2. */
  public TraceJson() {
    nodes.add(new Node(ROOT, "[pytorch|profiler|execution_trace|process]", ""));
  }

  /** States another schema version. */
  public TraceJson schema(String version) {
    schema = version;
    return this;
  }

  /** A call of the operator that the schema string declares. */
  public Node call(String operatorSchema) {
    int arguments = operatorSchema.indexOf('(');
    String name = arguments < 0 ? operatorSchema : operatorSchema.substring(0, arguments);
    return add(name, operatorSchema);
  }

  /** A label. */
  public Node label(String name) {
    return add(name, "").attribute("scope", 7L);
  }

  private Node add(String name, String operatorSchema) {
    Node node = new Node(nodes.size() + 1L, name, operatorSchema);
    nodes.add(node);
    return node;
  }

  /** The file's text. */
  public String text() {
    Map<String, Object> document = new LinkedHashMap<>();
    document.put("schema", schema);
    document.put("nodes", nodes.stream().map(Node::json).toList());
    return JSON.writeValueAsString(document);
  }

  /** What the reader makes of the file. */
  public ExecutionTrace read() {
    try {
      Path file = Files.createTempFile("hand-made", ".et.json");
      try {
        Files.writeString(file, text());
        return ExecutionTraceReader.read(file);
      } finally {
        Files.delete(file);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * A node under construction. Values are {@link TraceTensor}, {@link Long}, {@link Double}, {@link
   * Boolean}, {@link String}, lists of those, and {@code null} for {@code None}.
   */
  public static final class Node {
    private final Map<String, Object> fields = new LinkedHashMap<>();
    private final Map<String, Object> attributes = new LinkedHashMap<>();
    private final long id;

    private Node(long id, String name, String operatorSchema) {
      this.id = id;
      fields.put("id", id);
      fields.put("name", name);
      fields.put("ctrl_deps", ROOT);
      takes();
      gives();
      attribute("op_schema", operatorSchema);
    }

    /** Position in the trace. */
    public long id() {
      return id;
    }

    /** The recorded arguments. */
    public Node takes(Object... values) {
      fields.put("inputs", values(values));
      return this;
    }

    /** The recorded results. */
    public Node gives(Object... values) {
      fields.put("outputs", values(values));
      return this;
    }

    /** Puts the node inside another one. */
    public Node inside(Node parent) {
      fields.put("ctrl_deps", parent.id);
      return this;
    }

    /** Sets an attribute, such as {@code seq_id}. */
    public Node attribute(String name, Object value) {
      attributes.put(name, value);
      return this;
    }

    /** Replaces a field of the node itself, for damaged traces. */
    public Node field(String name, Object value) {
      fields.put(name, value);
      return this;
    }

    /** Makes the node a function of autograd's backward pass. */
    public Node backwardOf(long sequence) {
      return attribute("scope", 1L).attribute("seq_id", sequence);
    }

    private Map<String, Object> json() {
      Map<String, Object> json = new LinkedHashMap<>(fields);
      json.put(
          "attrs",
          attributes.entrySet().stream()
              .map(entry -> Map.of("name", entry.getKey(), "value", entry.getValue()))
              .toList());
      return json;
    }

    private static Map<String, Object> values(Object[] values) {
      Map<String, Object> json = new LinkedHashMap<>();
      List<Object> raw = new ArrayList<>();
      List<Object> shapes = new ArrayList<>();
      List<Object> types = new ArrayList<>();
      List<Object> strides = new ArrayList<>();
      for (Object value : values) {
        raw.add(raw(value));
        shapes.add(shape(value));
        types.add(type(value));
        strides.add(strides(value));
      }
      json.put("values", raw);
      json.put("shapes", shapes);
      json.put("types", types);
      json.put("strides", strides);
      return json;
    }

    private static Object raw(Object value) {
      if (value instanceof TraceTensor tensor) {
        return List.of(
            tensor.tensor(), tensor.storage(), tensor.offset(), tensor.elements(), 4L, "cpu");
      } else if (value instanceof List<?> list) {
        return list.stream().map(Node::raw).toList();
      }
      return value == null ? "<None>" : value;
    }

    private static Object shape(Object value) {
      if (value instanceof TraceTensor tensor) {
        return tensor.sizes();
      }
      return value instanceof List<?> list ? list.stream().map(Node::shape).toList() : List.of();
    }

    private static Object strides(Object value) {
      if (value instanceof TraceTensor tensor) {
        return tensor.strides();
      }
      return value instanceof List<?> list ? list.stream().map(Node::strides).toList() : List.of();
    }

    private static String type(Object value) {
      if (value instanceof TraceTensor tensor) {
        return "Tensor(" + tensor.type() + ")";
      } else if (value instanceof List<?> list) {
        return list.stream().map(Node::type).collect(Collectors.joining(",", "GenericList[", "]"));
      } else if (value instanceof Long) {
        return "Int";
      } else if (value instanceof Double) {
        return "Double";
      } else if (value instanceof Boolean) {
        return "Bool";
      }
      return value == null ? "None" : "String";
    }
  }
}
