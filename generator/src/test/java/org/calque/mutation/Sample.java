package org.calque.mutation;

import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import org.calque.replay.ProgramBuilder;
import org.calque.replay.ReplayProgram;
import org.calque.replay.UnreplayableTraceException;
import org.calque.trace.ExecutionTrace;
import org.calque.trace.ExecutionTraceReader;
import org.calque.trace.ReadOptions;
import org.calque.trace.TraceNode;

/**
 * What is mutated: an undamaged trace and what the reader and the planner make of it.
 *
 * @param program empty where nothing can be replayed, or where that is not looked at
 * @param labels places of nodes that only name a part of the model: nothing depends on them but the
 *     names of modules
 * @param names places of nodes of which nothing but the names of modules depends on the name
 */
record Sample(
    SourceTrace source,
    String text,
    ExecutionTrace trace,
    Optional<ReplayProgram> program,
    List<Integer> labels,
    List<Integer> names) {
  static final String FILE = "mutated.et.json";

  /** Labels around everything, which are no modules. */
  private static final Pattern OUTERMOST =
      Pattern.compile("\\[pytorch\\|.*|ProfilerStep.*|calque: .*", Pattern.DOTALL);

  /** Names from which phases and gradients are told, and what loads data or communicates. */
  private static final Pattern PHASE =
      Pattern.compile(
          "autograd::.*|torch::autograd::AccumulateGrad|Optimizer\\..*|.*DataLoader.*"
              + "|record_param_comms",
          Pattern.DOTALL);

  private static final ReadOptions STRICT =
      new ReadOptions(ReadOptions.DEFAULT.limits(), true, bytes -> {});

  static Sample of(SourceTrace source, boolean planned) {
    String text = source.text();
    ExecutionTrace trace = read(text.getBytes(StandardCharsets.ISO_8859_1), false);
    Optional<ReplayProgram> program = planned ? plan(trace) : Optional.empty();
    return new Sample(source, text, trace, program, labels(source, trace), names(source, trace));
  }

  /** Reads a file that is held in memory. */
  static ExecutionTrace read(byte[] file, boolean strict) {
    List<ExecutionTrace> traces = new ArrayList<>();
    ExecutionTraceReader.readAll(
        FILE,
        FILE,
        new ByteArrayInputStream(file),
        strict ? STRICT : ReadOptions.DEFAULT,
        traces::add);
    return traces.get(0);
  }

  static Optional<ReplayProgram> plan(ExecutionTrace trace) {
    try {
      return Optional.of(ProgramBuilder.build("mutated", trace));
    } catch (UnreplayableTraceException e) {
      return Optional.empty();
    }
  }

  private static List<Integer> labels(SourceTrace source, ExecutionTrace trace) {
    List<Integer> labels = new ArrayList<>();
    for (int i = 0; i < source.nodes().size(); i++) {
      TraceNode node = trace.node(source.id(i));
      if (isPlain(node) && isOutermost(trace, node)) {
        labels.add(i);
      }
    }
    return labels;
  }

  private static List<Integer> names(SourceTrace source, ExecutionTrace trace) {
    List<Integer> names = new ArrayList<>();
    for (int i = 0; i < source.nodes().size(); i++) {
      if (!isMark(trace.node(source.id(i)).name())) {
        names.add(i);
      }
    }
    return names;
  }

  private static boolean isMark(String name) {
    return OUTERMOST.matcher(name).matches() || PHASE.matcher(name).matches();
  }

  private static boolean isPlain(TraceNode node) {
    return !node.isOperator()
        && node.scope() == 7
        && node.inputs().isEmpty()
        && !isMark(node.name());
  }

  private static boolean isOutermost(ExecutionTrace trace, TraceNode node) {
    Optional<TraceNode> ancestor = trace.parent(node);
    while (ancestor.isPresent()) {
      if (!isPlain(ancestor.get()) && !OUTERMOST.matcher(ancestor.get().name()).matches()) {
        return false;
      }
      ancestor = trace.parent(ancestor.get());
    }
    return true;
  }
}
