package org.calque.replay;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.calque.trace.ExecutionTrace;
import org.calque.trace.TraceNode;
import org.calque.values.OperandUse;

/** The calls of a step as the rules for values see them. */
final class OperandUses {
  private final ExecutionTrace trace;
  private final AssembledSteps assembled;
  private final OperatorSchemas schemas;
  private final Map<String, List<String>> argumentNames = new HashMap<>();

  OperandUses(ExecutionTrace trace, AssembledSteps assembled, OperatorSchemas schemas) {
    this.trace = trace;
    this.assembled = assembled;
    this.schemas = schemas;
  }

  /**
   * The use of one tensor.
   *
   * @param step number of a step that is a call
   * @param argument position of the argument
   * @param element position in the argument's list; 0 where it is none
   */
  OperandUse of(int step, int argument, int element) {
    Step.OperatorCall call = (Step.OperatorCall) assembled.steps().get(step);
    OperatorSchema schema = schemas.of(call);
    TraceNode node = node(step);
    return new OperandUse(
        schema.baseName(),
        argumentNames.computeIfAbsent(
            call.schema(),
            text -> schema.arguments().stream().map(OperatorSchema.Argument::name).toList()),
        node.inputs(),
        node.outputs(),
        argument,
        element,
        position -> isExternal(call.operands().get(position)));
  }

  private boolean isExternal(Operand operand) {
    return operand instanceof Operand.Tensor tensor
        && assembled.slots().storage(tensor.slot()).isExternal();
  }

  /** The use of a storage, or {@code null} where no call but an alias uses it. */
  OperandUse of(StorageUses.Use use) {
    return assembled.steps().get(use.step()) instanceof Step.OperatorCall call
        ? of(use.step(), use.argument(), element(call.operands().get(use.argument()), use.slot()))
        : null;
  }

  private static int element(Operand operand, int slot) {
    if (operand instanceof Operand.TensorList list) {
      for (int i = 0; i < list.elements().size(); i++) {
        if (list.elements().get(i) instanceof Operand.Tensor tensor && tensor.slot() == slot) {
          return i;
        }
      }
    }
    return 0;
  }

  /** Least and greatest value that the trace has of a used tensor, or {@code null}. */
  TraceNode.Range range(StorageUses.Use use) {
    return node(use.step()).ranges().get(use.ordinal());
  }

  /** The node that a step comes from. */
  TraceNode node(int step) {
    return trace.at(assembled.nodes().get(step));
  }
}
