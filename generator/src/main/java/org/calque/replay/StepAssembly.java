package org.calque.replay;

import com.carrotsearch.hppc.IntArrayList;
import com.carrotsearch.hppc.LongArrayList;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import org.calque.trace.ExecutionTrace;
import org.calque.trace.TensorReference;
import org.calque.trace.TraceNode;
import org.calque.trace.TraceValue;

/** Turns selected nodes into steps: recorded tensors become slots, all else becomes constants. */
final class StepAssembly {
  private static final Result DROPPED = new Result.Dropped();

  private final TensorIdentity identity;
  private final StrideInference strides;
  private final OperandPool pool = new OperandPool();
  private final List<Step> steps = new ArrayList<>();
  private final IntArrayList nodes = new IntArrayList();
  private final LongArrayList made = new LongArrayList();
  private final ExecutionTrace trace;
  private final OperatorSchemas schemas;
  private final ModuleLabels labels;

  private StepAssembly(
      ExecutionTrace trace, IntArrayList selected, Groups inside, OperatorSchemas schemas) {
    this.trace = trace;
    this.schemas = schemas;
    identity = new TensorIdentity(trace, selected);
    strides = StrideInference.of(trace, selected, inside, schemas);
    labels = ModuleLabels.of(trace);
  }

  /**
   * Assembles the steps.
   *
   * @param selected positions of the nodes to replay, in execution order
   */
  static AssembledSteps of(ExecutionTrace trace, IntArrayList selected, OperatorSchemas schemas) {
    Groups inside = operatorsInside(trace, selected);
    StepAssembly assembly = new StepAssembly(trace, selected, inside, schemas);
    List<Timing> timings = Timing.of(trace, selected);
    for (int i = 0; i < selected.size(); i++) {
      assembly.add(trace.at(selected.get(i)), timings.get(i), inside);
    }
    return new AssembledSteps(
        assembly.steps,
        assembly.nodes,
        assembly.made,
        assembly.identity.slots(),
        assembly.identity.escaping());
  }

  /** The operator nodes below each selected node. */
  private static Groups operatorsInside(ExecutionTrace trace, IntArrayList selected) {
    BitSet isSelected = new BitSet();
    for (int i = 0; i < selected.size(); i++) {
      isSelected.set(selected.get(i));
    }
    int count = trace.nodes().size();
    int[] around = new int[count];
    for (int i = 0; i < count; i++) {
      int parent = trace.parentIndex(i);
      around[i] = parent < 0 || isSelected.get(parent) ? parent : around[parent];
    }
    return Groups.of(
        count, count, i -> around[i] >= 0 && trace.at(i).isOperator() ? around[i] : -1);
  }

  private void add(TraceNode node, Timing timing, Groups inside) {
    OperatorSchema schema = schemas.of(node.schema());
    Provenance provenance = new Provenance(node.id(), labels.of(node), node.thread(), timing);
    List<TraceValue> inputs = node.inputs();
    List<Operand> operands = new ArrayList<>(inputs.size());
    identity.beginCall();
    for (int i = 0; i < inputs.size(); i++) {
      operands.add(operand(inputs.get(i), schema.writes(i), node, provenance));
    }
    HiddenStorages hidden = HiddenStorages.of(trace, node, inside);
    identity.forget(hidden);
    strides.learn(node);
    List<TraceValue> outputs = node.outputs();
    List<Result> results = new ArrayList<>(outputs.size());
    for (TraceValue output : outputs) {
      results.add(result(output));
    }
    add(
        node,
        new Step.OperatorCall(schema.operator(), node.schema(), operands, results, provenance),
        hidden.peakBytes());
  }

  private void add(TraceNode node, Step step, long bytes) {
    steps.add(step);
    nodes.add(node.index());
    made.add(bytes);
  }

  private Operand operand(
      TraceValue value, boolean written, TraceNode node, Provenance provenance) {
    if (value instanceof TensorReference tensor) {
      TensorIdentity.Operand found = identity.read(strides.of(tensor), written);
      if (found.aliasOf() >= 0) {
        add(node, new Step.Alias(found.slot(), pool.read(found.aliasOf()), provenance), 0);
      }
      return written ? pool.written(found.slot()) : pool.read(found.slot());
    }
    if (value instanceof TraceValue.Sequence sequence && holdsTensors(sequence)) {
      return new Operand.TensorList(
          sequence.elements().stream()
              .map(element -> operand(element, written, node, provenance))
              .toList());
    }
    return pool.constant(value);
  }

  private static boolean holdsTensors(TraceValue value) {
    return value instanceof TensorReference
        || (value instanceof TraceValue.Sequence sequence
            && sequence.elements().stream().anyMatch(StepAssembly::holdsTensors));
  }

  private Result result(TraceValue value) {
    if (value instanceof TensorReference tensor) {
      int slot = identity.write(strides.of(tensor));
      return slot < 0 ? DROPPED : new Result.Slot(slot);
    }
    if (value instanceof TraceValue.Sequence sequence && holdsTensors(sequence)) {
      return new Result.Elements(sequence.elements().stream().map(this::result).toList());
    }
    return DROPPED;
  }
}
