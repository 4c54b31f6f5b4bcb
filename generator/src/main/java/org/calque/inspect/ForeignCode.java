package org.calque.inspect;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.calque.report.Cell;
import org.calque.report.Column;
import org.calque.report.Section;
import org.calque.report.Section.Table;
import org.calque.trace.ExecutionTrace;
import org.calque.trace.TraceNode;
import org.calque.trace.TraceValue;

/** What a plain PyTorch cannot call: kernels without a schema, and operators of other libraries. */
final class ForeignCode {
  private static final String KERNEL_BACKEND = "kernel_backend";

  /** Namespaces of operators that PyTorch itself registers. */
  private static final Set<String> PYTORCH =
      Set.of(
          "aten",
          "prim",
          "prims",
          "profiler",
          "c10d",
          "c10d_functional",
          "_c10d_functional",
          "_c10d_functional_autograd",
          "_dtensor",
          "debugprims",
          "higher_order",
          "inductor",
          "mkl",
          "mkldnn",
          "mkldnn_prepacked",
          "onednn",
          "prepacked",
          "quantized",
          "_quantized",
          "quantized_decomposed",
          "rngprims",
          "sparse",
          "static_runtime",
          "symm_mem",
          "xnnpack");

  private ForeignCode() {}

  /**
   * Functions and kernels that no operator encloses and no schema describes. Labels have no inputs,
   * and autograd's own functions call operators.
   */
  static Section withoutSchema(Inspected inspected) {
    ExecutionTrace trace = inspected.trace();
    int[] owners = inspected.operators().owners();
    int[] inside = operatorsInside(trace, owners);
    Map<String, Long> counts = new HashMap<>();
    Map<String, Long> insides = new HashMap<>();
    Map<String, String> kinds = new HashMap<>();
    for (TraceNode node : trace.nodes()) {
      if (owners[node.index()] == OutermostOperators.NONE && !node.isOperator() && isCode(node)) {
        counts.merge(node.name(), 1L, Long::sum);
        insides.merge(node.name(), (long) inside[node.index()], Long::sum);
        kinds.computeIfAbsent(
            node.name(), name -> isTriton(node) ? "Triton kernel" : "custom function");
      }
    }
    List<List<Cell>> rows = new ArrayList<>();
    counts.entrySet().stream()
        .sorted(
            Map.Entry.<String, Long>comparingByValue()
                .reversed()
                .thenComparing(Map.Entry.comparingByKey()))
        .forEach(
            entry ->
                rows.add(
                    List.of(
                        new Cell.Count(entry.getValue()),
                        new Cell.Count(insides.get(entry.getKey())),
                        new Cell.Words(kinds.get(entry.getKey())),
                        new Cell.Name(entry.getKey()))));
    return new Table(
        "without_schema",
        "Without an operator schema: only the operators inside can be replayed",
        List.of(
            Column.amount("calls", "calls"),
            Column.amount("operators_inside", "operators inside"),
            Column.text("kind", "kind"),
            Column.text("name", "name")),
        rows,
        Table.Extent.FIRST_ROWS);
  }

  /** For each node, how many outermost operators lie in it. */
  private static int[] operatorsInside(ExecutionTrace trace, int[] owners) {
    int[] inside = new int[owners.length];
    for (int i = owners.length - 1; i >= 0; i--) {
      int parent = trace.parentIndex(i);
      if (parent >= 0) {
        inside[parent] += inside[i] + (owners[i] == i ? 1 : 0);
      }
    }
    return inside;
  }

  private static boolean isCode(TraceNode node) {
    return node.scope() == 0
        && !Collective.isCollective(node)
        && (!node.inputs().isEmpty() || isTriton(node));
  }

  private static boolean isTriton(TraceNode node) {
    return node.name().startsWith("triton_")
        || (node.attributes().get(KERNEL_BACKEND) instanceof TraceValue.Text backend
            && backend.value().equals("triton"));
  }

  /** Libraries that a replay has to load, by the namespaces of schemas. */
  static Section libraries(Inspected inspected) {
    Map<String, Long> calls = new TreeMap<>();
    Map<String, Set<String>> operators = new TreeMap<>();
    Map<String, String> namespaces = new HashMap<>();
    for (TraceNode node : inspected.operators().nodes()) {
      String namespace = namespaces.computeIfAbsent(node.schema(), ForeignCode::namespace);
      if (!PYTORCH.contains(namespace)) {
        calls.merge(namespace, 1L, Long::sum);
        operators.computeIfAbsent(namespace, n -> new TreeSet<>()).add(node.operator());
      }
    }
    List<List<Cell>> rows = new ArrayList<>();
    calls.entrySet().stream()
        .sorted(Comparator.comparingLong((Map.Entry<String, Long> e) -> -e.getValue()))
        .forEach(
            entry -> {
              Set<String> names = operators.get(entry.getKey());
              rows.add(
                  List.of(
                      new Cell.Count(entry.getValue()),
                      new Cell.Count(names.size()),
                      new Cell.Name(entry.getKey()),
                      new Cell.Name(String.join(", ", names))));
            });
    return new Table(
        "libraries",
        "Operator libraries besides PyTorch that a replay needs",
        List.of(
            Column.amount("calls", "calls"),
            Column.amount("operators", "operators"),
            Column.text("namespace", "namespace"),
            Column.text("names", "names")),
        rows,
        Table.Extent.FIRST_ROWS);
  }

  private static String namespace(String schema) {
    int end = schema.indexOf("::");
    return end < 0 ? "" : schema.substring(0, end);
  }
}
