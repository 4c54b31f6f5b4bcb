package org.calque.replay;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.calque.trace.ExecutionTrace;
import org.calque.trace.TensorReference;
import org.calque.trace.TraceNode;
import org.calque.trace.TraceValue;

/**
 * Turns selected nodes into steps: recorded tensors become slots, all else becomes constants. Uses
 * are not yet marked: every tensor operand is {@link Operand.Use#READ} or {@link
 * Operand.Use#WRITTEN}.
 */
final class StepAssembly {
  private final TensorIdentity identity = new TensorIdentity();
  private final List<Step> steps = new ArrayList<>();
  private final ModuleLabels labels;

  private StepAssembly(ModuleLabels labels) {
    this.labels = labels;
  }

  static StepAssembly of(ExecutionTrace trace, List<TraceNode> selected) {
    StepAssembly assembly = new StepAssembly(ModuleLabels.of(trace));
    Map<Long, List<TraceNode>> inside = operatorsInside(trace, selected);
    for (TraceNode node : selected) {
      assembly.add(node, inside.getOrDefault(node.id(), List.of()));
    }
    return assembly;
  }

  /** The operator nodes below each selected node, in execution order. */
  private static Map<Long, List<TraceNode>> operatorsInside(
      ExecutionTrace trace, List<TraceNode> selected) {
    Map<Long, List<TraceNode>> inside = new HashMap<>();
    for (TraceNode root : selected) {
      List<TraceNode> below = new ArrayList<>();
      List<TraceNode> open = new ArrayList<>(trace.children(root));
      while (!open.isEmpty()) {
        TraceNode node = open.remove(open.size() - 1);
        if (node.isOperator()) {
          below.add(node);
        }
        open.addAll(trace.children(node));
      }
      below.sort(Comparator.comparingLong(TraceNode::id));
      inside.put(root.id(), below);
    }
    return inside;
  }

  TensorIdentity identity() {
    return identity;
  }

  List<Step> steps() {
    return steps;
  }

  private void add(TraceNode node, List<TraceNode> inside) {
    OperatorSchema schema = OperatorSchema.parse(node.schema());
    Provenance provenance = new Provenance(node.id(), labels.of(node), node.thread());
    List<Operand> operands = new ArrayList<>();
    List<Integer> slots = new ArrayList<>();
    for (int i = 0; i < node.inputs().size(); i++) {
      operands.add(operand(node.inputs().get(i), schema.writes(i), provenance, slots));
    }
    identity.forgetInside(node, inside);
    List<Result> results = new ArrayList<>();
    for (TraceValue output : node.outputs()) {
      results.add(result(output, slots));
    }
    steps.add(new Step.OperatorCall(node.operator(), node.schema(), operands, results, provenance));
  }

  private Operand operand(
      TraceValue value, boolean written, Provenance provenance, List<Integer> slots) {
    if (value instanceof TensorReference tensor) {
      TensorIdentity.Operand found = identity.read(tensor, written);
      slots.add(found.slot());
      if (found.aliasOf() >= 0) {
        steps.add(
            new Step.Alias(
                found.slot(), new Operand.Tensor(found.aliasOf(), Operand.Use.READ), provenance));
      }
      return new Operand.Tensor(found.slot(), written ? Operand.Use.WRITTEN : Operand.Use.READ);
    }
    if (value instanceof TraceValue.Sequence sequence && holdsTensors(sequence)) {
      return new Operand.TensorList(
          sequence.elements().stream()
              .map(element -> operand(element, written, provenance, slots))
              .toList());
    }
    return new Operand.Constant(value);
  }

  private static boolean holdsTensors(TraceValue.Sequence sequence) {
    return sequence.elements().stream().anyMatch(TensorReference.class::isInstance);
  }

  private Result result(TraceValue value, List<Integer> operands) {
    if (value instanceof TensorReference tensor) {
      int slot = identity.write(tensor, operands);
      return slot < 0 ? new Result.Dropped() : new Result.Slot(slot);
    }
    if (value instanceof TraceValue.Sequence sequence && holdsTensors(sequence)) {
      return new Result.Elements(
          sequence.elements().stream().map(element -> result(element, operands)).toList());
    }
    return new Result.Dropped();
  }
}
