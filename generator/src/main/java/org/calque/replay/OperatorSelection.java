package org.calque.replay;

import com.carrotsearch.hppc.IntArrayList;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import org.calque.trace.ExecutionTrace;
import org.calque.trace.TraceNode;

/**
 * The operator nodes to replay: of one recorded step each outermost node with an operator schema,
 * in execution order. What it called is part of it. An operator named for expansion stands aside
 * for what it called, and so does one that communicates. What loads data is no work of the model.
 */
final class OperatorSelection {
  /** What PyTorch's reducer of gradients calls its parts, all made of operators. */
  private static final List<String> REDUCER =
      List.of("torch.distributed.ddp.reducer::", "torch::distributed::reducer::");

  private static final String WITHOUT_SCHEMA = "without-schema";
  private static final int NONE = -1;

  private static final String PROFILER = "profiler::";
  private static final String LOADER = "DataLoader";

  /** Puts a tensor on a storage that the trace does not name; the tensor's next use shows it. */
  private static final String STORAGE_SETTER = "aten::set_.source_Storage";

  private final ExecutionTrace trace;
  private final RecordedSteps steps;
  private final RecordedStep chosen;
  private final BitSet expanded;
  private final Place[] insideOf;
  private final int[] kernelAround;
  private final RecordedTimes times;
  private final IntArrayList nodes = new IntArrayList();
  private final RemarkCounts counts = new RemarkCounts();

  /** Nodes with communication inside, whatever they are. */
  private final BitSet communicating = new BitSet();

  /** Operators that communicate, less those with a record of it inside. */
  private final BitSet unrecorded = new BitSet();

  /** What a node and those around it make of what is inside. */
  private enum Place {
    /** To be looked at. */
    OPEN,
    /** Part of something that loads data. */
    LOADING,
    /** Part of an operator or of communication. */
    COVERED
  }

  private OperatorSelection(
      ExecutionTrace trace, RecordedSteps steps, RecordedStep chosen, BitSet expanded) {
    this.trace = trace;
    this.steps = steps;
    this.chosen = chosen;
    this.expanded = expanded;
    insideOf = new Place[trace.nodes().size()];
    kernelAround = new int[trace.nodes().size()];
    times = RecordedTimes.of(trace);
  }

  /**
   * Selects.
   *
   * @param steps the steps of the trace
   * @param chosen the one to replay
   * @param expanded positions of the operators that stand aside for what they called
   */
  static OperatorSelection of(
      ExecutionTrace trace, RecordedSteps steps, RecordedStep chosen, BitSet expanded) {
    OperatorSelection selection = new OperatorSelection(trace, steps, chosen, expanded);
    trace.nodes().stream()
        .filter(node -> Communication.isRecord(node) || Communication.isOperator(node))
        .forEach(selection::noteAround);
    trace.nodes().forEach(selection::visit);
    selection.unrecorded.stream().mapToObj(trace::at).forEach(selection::countUnrecorded);
    return selection;
  }

  /** Positions in the trace, rising. */
  IntArrayList nodes() {
    return nodes;
  }

  /** Which step this is, and what else is in the trace. */
  List<Remark> remarks() {
    List<Remark> remarks = new ArrayList<>();
    if (!chosen.label().isEmpty()) {
      String kind = chosen.complete() ? "step" : "step-incomplete";
      remarks.add(new Remark(kind, chosen.label(), nodes.size()));
    }
    remarks.addAll(counts.remarks());
    return remarks;
  }

  private void noteAround(TraceNode communication) {
    int node = trace.parentIndex(communication.index());
    while (node >= 0 && !communicating.get(node)) {
      communicating.set(node);
      node = trace.parentIndex(node);
    }
  }

  private void visit(TraceNode node) {
    int parent = trace.parentIndex(node.index());
    Place place = parent < 0 ? Place.OPEN : insideOf[parent];
    insideOf[node.index()] = inside(node, place);
    int around = parent < 0 ? NONE : kernelAround[parent];
    kernelAround[node.index()] = around;
    if (place == Place.COVERED || expanded.get(node.index())) {
      return;
    }
    if (!chosen.contains(node.index())) {
      countElsewhere(node, place);
    } else if (place == Place.LOADING) {
      countLoading(node);
    } else {
      take(node, parent, around);
    }
  }

  private Place inside(TraceNode node, Place place) {
    if (node.isOperator()) {
      boolean aside = expanded.get(node.index()) || Communication.isOperator(node);
      return aside ? place : Place.COVERED;
    }
    if (place == Place.COVERED || Communication.isRecord(node)) {
      return Place.COVERED;
    }
    return node.name().contains(LOADER) ? Place.LOADING : place;
  }

  private void take(TraceNode node, int parent, int around) {
    if (isWork(node) && !node.schema().startsWith(STORAGE_SETTER)) {
      nodes.add(node.index());
      takeTimeFrom(around, node);
    } else if (Communication.isOperator(node)) {
      unrecorded.set(node.index());
    } else if (Communication.isRecord(node)) {
      countCommunication(node);
      takeTimeFrom(around, node);
      if (parent >= 0) {
        unrecorded.clear(parent);
      }
    } else if (node.isOperator()) {
      counts.add("left-out", node.operator());
    } else if (isKernel(node)) {
      counts.add(WITHOUT_SCHEMA, node.name(), times.nanos(node.index()));
      takeTimeFrom(around, node);
      kernelAround[node.index()] = node.index();
    }
  }

  /** The time of what is counted for itself is not that of the kernel which called it. */
  private void takeTimeFrom(int kernel, TraceNode node) {
    if (kernel != NONE) {
      counts.takeTime(WITHOUT_SCHEMA, trace.at(kernel).name(), times.nanos(node.index()));
    }
  }

  private void countUnrecorded(TraceNode node) {
    countCommunication(node);
    takeTimeFrom(kernelAround[node.index()], node);
  }

  private void countCommunication(TraceNode node) {
    counts.add("communication", Communication.collective(node), times.nanos(node.index()));
  }

  private void countLoading(TraceNode node) {
    if (isWork(node)) {
      counts.add("left-out-dataloader", node.operator());
    }
  }

  private void countElsewhere(TraceNode node, Place place) {
    if (isWork(node) && place == Place.OPEN) {
      steps
          .around(node.index())
          .ifPresentOrElse(
              step -> counts.add("other-step", step.label()),
              () -> counts.add("outside-steps", ""));
    }
  }

  /** Whether a node is an operator of the model; the profiler's labels have schemas, too. */
  private static boolean isWork(TraceNode node) {
    return node.isOperator()
        && !node.schema().startsWith(PROFILER)
        && !Communication.isOperator(node);
  }

  /**
   * Labels have no inputs, and autograd's functions and DDP's reducer call operators. So does what
   * communicates: its collective is counted apart, and its operators for themselves.
   */
  private boolean isKernel(TraceNode node) {
    return node.scope() == 0
        && !node.inputs().isEmpty()
        && !communicating.get(node.index())
        && REDUCER.stream().noneMatch(node.name()::startsWith);
  }
}
