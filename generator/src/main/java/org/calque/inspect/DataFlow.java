package org.calque.inspect;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.calque.replay.TensorValues;
import org.calque.report.Cell;
import org.calque.report.Column;
import org.calque.report.Section;
import org.calque.report.Section.Table;
import org.calque.trace.ExecutionTrace;
import org.calque.trace.TensorReference;
import org.calque.trace.TraceNode;

/**
 * Where a node's tensors come from and where they go to. Its neighbours are the outermost operators
 * beside it: neither around it nor inside it, nor inside another one. A storage that an operator
 * returns without taking it is a new one at an old address.
 */
final class DataFlow {
  private final TraceNode node;
  private final List<List<Cell>> producers = new ArrayList<>();
  private final List<List<Cell>> consumers = new ArrayList<>();

  private DataFlow(TraceNode node) {
    this.node = node;
  }

  static DataFlow around(ExecutionTrace trace, TraceNode node) {
    DataFlow flow = new DataFlow(node);
    List<TraceNode> beside = beside(trace, node);
    flow.findProducers(beside);
    flow.findConsumers(beside);
    return flow;
  }

  private static List<TraceNode> beside(ExecutionTrace trace, TraceNode node) {
    Set<Integer> ancestors = new HashSet<>();
    for (int i = trace.parentIndex(node.index()); i >= 0; i = trace.parentIndex(i)) {
      ancestors.add(i);
    }
    boolean[] covered = new boolean[trace.size()];
    List<TraceNode> beside = new ArrayList<>();
    for (int i = 0; i < trace.size(); i++) {
      int parent = trace.parentIndex(i);
      covered[i] = i == node.index() || (parent >= 0 && covered[parent]);
      if (!covered[i] && !ancestors.contains(i) && trace.at(i).isOperator()) {
        beside.add(trace.at(i));
        covered[i] = true;
      }
    }
    return beside;
  }

  private static Map<Long, String> storages(TraceNode node, boolean inputs) {
    Map<Long, String> places = new LinkedHashMap<>();
    var values = inputs ? node.inputs() : node.outputs();
    for (int i = 0; i < values.size(); i++) {
      NodeDetails.walk(
          Integer.toString(i),
          values.get(i),
          (place, value) -> {
            if (value instanceof TensorReference tensor && tensor.elements() > 0) {
              places.merge(tensor.storage(), place, (a, b) -> a + ", " + b);
            }
          });
    }
    return places;
  }

  /** The last operator before the node that returned or wrote each storage. */
  private void findProducers(List<TraceNode> beside) {
    Map<Long, String> wanted = storages(node, true);
    Map<Long, TraceNode> last = new HashMap<>();
    for (TraceNode other : beside) {
      if (other.index() > node.index()) {
        break;
      }
      TensorValues.forEach(
          other.outputs(),
          tensor -> {
            if (wanted.containsKey(tensor.storage())) {
              last.put(tensor.storage(), other);
            }
          });
    }
    wanted.forEach(
        (storage, place) ->
            producers.add(row(place, storage, last.get(storage), "(there before)")));
  }

  /** The operators after the node that take what it returns, until the address means another. */
  private void findConsumers(List<TraceNode> beside) {
    Map<Long, String> wanted = storages(node, false);
    for (TraceNode other : beside) {
      if (other.index() < node.index() || wanted.isEmpty()) {
        continue;
      }
      Set<Long> taken = new HashSet<>();
      TensorValues.forEach(other.inputs(), tensor -> taken.add(tensor.storage()));
      wanted.forEach(
          (storage, place) -> {
            if (taken.contains(storage)) {
              consumers.add(row(place, storage, other, ""));
            }
          });
      TensorValues.forEach(
          other.outputs(),
          tensor -> {
            if (tensor.elements() > 0 && !taken.contains(tensor.storage())) {
              wanted.remove(tensor.storage());
            }
          });
    }
  }

  private static List<Cell> row(String place, long storage, TraceNode other, String otherwise) {
    return List.of(
        new Cell.Name(place),
        new Cell.Id(storage),
        other == null ? Cell.UNKNOWN : new Cell.Id(other.id()),
        other == null ? new Cell.Words(otherwise) : new Cell.Name(other.operator()));
  }

  Section producers() {
    return table("producers", "Inputs come from", "input", producers);
  }

  Section consumers() {
    return table("consumers", "Outputs go to", "output", consumers);
  }

  private static Section table(String field, String title, String place, List<List<Cell>> rows) {
    return new Table(
        field,
        title,
        List.of(
            Column.text("place", place),
            Column.number("storage", "storage"),
            Column.number("node", "node"),
            Column.text("operator", "operator")),
        rows,
        Table.Extent.FIRST_ROWS);
  }
}
