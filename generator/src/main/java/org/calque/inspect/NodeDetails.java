package org.calque.inspect;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.BiConsumer;
import org.calque.replay.OperatorSchema;
import org.calque.report.Cell;
import org.calque.report.Column;
import org.calque.report.Report;
import org.calque.report.Section;
import org.calque.report.Section.Fact;
import org.calque.report.Section.Table;
import org.calque.trace.ExecutionTrace;
import org.calque.trace.TensorReference;
import org.calque.trace.TraceNode;
import org.calque.trace.TraceValue;

/** One node in full, with its neighbours. */
final class NodeDetails {
  private final Inspected inspected;
  private final ExecutionTrace trace;
  private final TraceNode node;

  private NodeDetails(Inspected inspected, TraceNode node) {
    this.inspected = inspected;
    this.trace = inspected.trace();
    this.node = node;
  }

  static Report of(Inspected inspected, TraceNode node) {
    NodeDetails details = new NodeDetails(inspected, node);
    DataFlow flow = DataFlow.around(inspected.trace(), node);
    OperatorSchema schema = OperatorSchema.parse(node.schema());
    return new Report(
        inspected.trace().source().file() + ", node " + node.id(),
        List.of(
            details.facts(),
            details.attributes(),
            details.values("inputs", "Inputs", node.inputs(), schema),
            details.values("outputs", "Outputs", node.outputs(), new OperatorSchema("", List.of())),
            flow.producers(),
            flow.consumers(),
            relatives("ancestors", "Ancestors, the outermost first", details.ancestors()),
            relatives("children", "Children", inspected.trace().children(node))));
  }

  private Section facts() {
    List<Fact> facts = new ArrayList<>();
    facts.add(new Fact("id", "id", new Cell.Id(node.id())));
    facts.add(new Fact("name", "name", new Cell.Name(node.name())));
    facts.add(new Fact("schema", "schema", name(node.schema())));
    facts.add(new Fact("parent", "parent", new Cell.Id(node.parent())));
    facts.add(new Fact("scope", "scope", new Cell.Id(node.scope())));
    facts.add(new Fact("thread", "thread", new Cell.Id(node.thread())));
    facts.add(new Fact("sequence", "autograd sequence", new Cell.Id(node.sequence())));
    facts.add(new Fact("record_function", "record function", new Cell.Id(node.recordFunction())));
    if (inspected.hasTimings()) {
      List<Cell> times = NodeTimes.cells(inspected, node);
      facts.add(new Fact("cpu_ns", "CPU time", times.get(0)));
      facts.add(new Fact("device_ns", "device time", times.get(1)));
    }
    return new Section.Facts("node", "", facts);
  }

  private Section attributes() {
    List<List<Cell>> rows = new ArrayList<>();
    node.attributes()
        .forEach(
            (name, value) ->
                rows.add(List.of(new Cell.Name(name), new Cell.Name(ValueText.of(value)))));
    node.ranges()
        .forEach(
            (place, range) ->
                rows.add(
                    List.of(
                        new Cell.Name("tensor_range " + place),
                        new Cell.Name(range.least() + " to " + range.greatest()))));
    return new Table(
        "attributes",
        "Attributes",
        List.of(Column.text("name", "name"), Column.text("value", "value")),
        rows,
        Table.Extent.EVERYTHING);
  }

  private Section values(
      String field, String title, List<TraceValue> values, OperatorSchema schema) {
    List<List<Cell>> rows = new ArrayList<>();
    for (int i = 0; i < values.size(); i++) {
      String name = schema.argumentName(i);
      walk(
          name.isEmpty() ? Integer.toString(i) : name,
          values.get(i),
          (place, value) -> rows.add(row(place, value)));
    }
    return new Table(
        field,
        title,
        List.of(
            Column.text("place", "which"),
            Column.number("tensor", "tensor"),
            Column.number("storage", "storage"),
            Column.number("offset", "offset"),
            Column.number("bytes", "bytes"),
            Column.text("device", "device"),
            Column.text("strides", "strides"),
            Column.text("value", "value or type and shape")),
        rows,
        Table.Extent.EVERYTHING);
  }

  /** Lists of tensors are taken apart. */
  static void walk(String place, TraceValue value, BiConsumer<String, TraceValue> action) {
    if (value instanceof TraceValue.Sequence sequence
        && sequence.elements().stream()
            .anyMatch(e -> e instanceof TensorReference || e instanceof TraceValue.Sequence)) {
      for (int i = 0; i < sequence.elements().size(); i++) {
        walk(place + "[" + i + "]", sequence.elements().get(i), action);
      }
    } else {
      action.accept(place, value);
    }
  }

  private static List<Cell> row(String place, TraceValue value) {
    if (value instanceof TensorReference tensor) {
      return List.of(
          new Cell.Name(place),
          new Cell.Id(tensor.tensor()),
          new Cell.Id(tensor.storage()),
          new Cell.Id(tensor.offset()),
          new Cell.Bytes(tensor.elements() * tensor.type().bytes()),
          name(tensor.device()),
          tensor.strides() == null
              ? Cell.UNKNOWN
              : new Cell.Name(Arrays.toString(tensor.strides())),
          new Cell.Name(ValueText.of(value)));
    }
    return List.of(
        new Cell.Name(place),
        Cell.UNKNOWN,
        Cell.UNKNOWN,
        Cell.UNKNOWN,
        Cell.UNKNOWN,
        Cell.UNKNOWN,
        Cell.UNKNOWN,
        new Cell.Name(ValueText.of(value)));
  }

  private List<TraceNode> ancestors() {
    List<TraceNode> ancestors = new ArrayList<>();
    int i = trace.parentIndex(node.index());
    while (i >= 0) {
      ancestors.add(0, trace.at(i));
      i = trace.parentIndex(i);
    }
    return ancestors;
  }

  private static Section relatives(String field, String title, List<TraceNode> nodes) {
    List<List<Cell>> rows = new ArrayList<>();
    for (TraceNode relative : nodes) {
      String operands = ValueText.of(relative.inputs());
      rows.add(
          List.of(
              new Cell.Id(relative.id()),
              new Cell.Name(relative.name()),
              new Cell.Name(operands),
              new Cell.Name(relative.name() + (operands.isEmpty() ? "" : "(" + operands + ")"))));
    }
    return new Table(
        field,
        title,
        List.of(
            Column.number("id", "id"),
            Column.text("name", "").forData(),
            Column.text("operands", "").forData(),
            Column.text("call", "call").forPages()),
        rows,
        Table.Extent.EVERYTHING);
  }

  private static Cell name(String text) {
    return text.isEmpty() ? Cell.UNKNOWN : new Cell.Name(text);
  }
}
