package org.calque.trace;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A recorded execution trace: nodes in execution order, with their parents and children. */
public final class ExecutionTrace {
  private final Source source;
  private final List<TraceNode> nodes;
  private final Map<Long, TraceNode> byId;
  private final Map<Long, List<TraceNode>> children;

  /**
   * Where a trace came from.
   *
   * @param file file name without folders
   * @param digest SHA-256 of the file's bytes, in hexadecimal
   * @param schema schema version that the file states
   */
  public record Source(String file, String digest, String schema) {}

  /**
   * Orders nodes by id, which is the order in which they were entered.
   *
   * @throws IllegalArgumentException if two nodes have one id, or a node lies inside a later one
   */
  public ExecutionTrace(Source source, List<TraceNode> nodes) {
    this.source = source;
    this.nodes = nodes.stream().sorted(Comparator.comparingLong(TraceNode::id)).toList();
    byId = new HashMap<>();
    children = new HashMap<>();
    for (TraceNode node : this.nodes) {
      if (byId.put(node.id(), node) != null) {
        throw new IllegalArgumentException("two nodes have the id " + node.id());
      }
      if (node.parent() > node.id()) {
        throw new IllegalArgumentException(
            "node " + node.id() + " lies inside node " + node.parent() + ", which comes later");
      }
      if (node.parent() != node.id()) {
        children.computeIfAbsent(node.parent(), id -> new ArrayList<>()).add(node);
      }
    }
  }

  /** Where this trace came from. */
  public Source source() {
    return source;
  }

  /** All nodes in the order in which they were entered. */
  public List<TraceNode> nodes() {
    return nodes;
  }

  /**
   * The node of that id.
   *
   * @throws IllegalArgumentException if there is none
   */
  public TraceNode node(long id) {
    TraceNode node = byId.get(id);
    if (node == null) {
      throw new IllegalArgumentException("no node has the id " + id);
    }
    return node;
  }

  /** The enclosing node; empty for the root and where the parent was not recorded. */
  public Optional<TraceNode> parent(TraceNode node) {
    return node.parent() == node.id()
        ? Optional.empty()
        : Optional.ofNullable(byId.get(node.parent()));
  }

  /** The nodes directly inside, in execution order. */
  public List<TraceNode> children(TraceNode node) {
    return children.getOrDefault(node.id(), List.of());
  }
}
