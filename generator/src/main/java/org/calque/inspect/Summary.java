package org.calque.inspect;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.calque.replay.ModuleLabel;
import org.calque.report.Cell;
import org.calque.report.Section;
import org.calque.report.Section.Fact;
import org.calque.trace.ExecutionTrace;
import org.calque.trace.TraceNode;

/** The facts that fit into a few lines. */
final class Summary {
  private static final int TYPES_SHOWN = 6;

  private Summary() {}

  static Section of(Inspected inspected, StorageLives lives, Communication communication) {
    ExecutionTrace trace = inspected.trace();
    List<Fact> facts = new ArrayList<>();
    facts.add(new Fact("schema", "schema", name(trace.source().schema())));
    facts.add(new Fact("recorded", "recorded", name(trace.recording().time())));
    facts.add(new Fact("process", "process", name(trace.recording().process())));
    double seconds = trace.recording().seconds();
    facts.add(
        new Fact(
            "recording_ns",
            "recording took",
            seconds >= 0 ? new Cell.Nanos(Math.round(seconds * 1e9)) : Cell.UNKNOWN));
    counts(inspected, facts);
    Amounts total = inspected.signatures().total();
    facts.add(new Fact("flops", "FLOPs", new Cell.Flops(total.flops())));
    facts.add(new Fact("bytes", "operand bytes", new Cell.Bytes(total.bytes())));
    facts.add(
        new Fact("bytes_before", "memory before", new Cell.Bytes(lives.total().bytesBefore())));
    facts.add(new Fact("bytes_peak", "memory peak", new Cell.Bytes(lives.total().peak())));
    facts.add(new Fact("collectives", "collectives", new Cell.Count(communication.calls())));
    facts.add(new Fact("communicated_bytes", "- bytes in", new Cell.Bytes(communication.bytes())));
    modules(trace, facts);
    return new Section.Facts("summary", "", facts);
  }

  private static void counts(Inspected inspected, List<Fact> facts) {
    ExecutionTrace trace = inspected.trace();
    long operators = 0;
    for (TraceNode node : trace.nodes()) {
      operators += node.isOperator() ? 1 : 0;
    }
    Set<String> names = new HashSet<>();
    inspected.signatures().all().forEach(group -> names.add(group.signature().operator()));
    int outermost = inspected.operators().nodes().size();
    facts.add(new Fact("nodes", "nodes", new Cell.Count(trace.size())));
    facts.add(new Fact("labels", "labels", new Cell.Count(trace.size() - operators)));
    facts.add(new Fact("operators", "operators", new Cell.Count(operators)));
    facts.add(new Fact("outermost_operators", "- outermost", new Cell.Count(outermost)));
    facts.add(new Fact("distinct_operators", "- distinct", new Cell.Count(names.size())));
    facts.add(
        new Fact(
            "distinct_signatures",
            "- signatures",
            new Cell.Count(inspected.signatures().all().size())));
  }

  private static void modules(ExecutionTrace trace, List<Fact> facts) {
    Map<String, ModuleLabel> labels = new HashMap<>();
    for (TraceNode node : trace.nodes()) {
      if (!node.isOperator() && node.name().startsWith("module: ")) {
        labels.computeIfAbsent(node.name(), ModuleLabel::parse);
      }
    }
    facts.add(new Fact("modules", "modules", new Cell.Count(labels.size())));
    if (labels.isEmpty()) {
      return;
    }
    Map<String, Long> types =
        labels.values().stream()
            .collect(Collectors.groupingBy(ModuleLabel::type, TreeMap::new, Collectors.counting()));
    String words =
        types.entrySet().stream()
            .sorted(Map.Entry.<String, Long>comparingByValue().reversed())
            .limit(TYPES_SHOWN)
            .map(type -> type.getValue() + " " + type.getKey())
            .collect(Collectors.joining(", "));
    int others = types.size() - TYPES_SHOWN;
    facts.add(
        new Fact(
            "module_types",
            "module types",
            new Cell.Name(others > 0 ? words + ", " + others + " more types" : words)));
  }

  private static Cell name(String text) {
    return text == null || text.isEmpty() ? Cell.UNKNOWN : new Cell.Name(text);
  }
}
