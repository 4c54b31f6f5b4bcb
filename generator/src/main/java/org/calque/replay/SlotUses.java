package org.calque.replay;

import java.util.function.ObjIntConsumer;

/** Walks the slots that a step reads or writes as operands. */
final class SlotUses {
  private SlotUses() {}

  /** Calls {@code action} with each tensor operand and its argument position. */
  static void forEach(Step step, ObjIntConsumer<Operand.Tensor> action) {
    if (step instanceof Step.Alias alias) {
      action.accept(alias.base(), 0);
    } else if (step instanceof Step.Release release) {
      forEach(release.tensors(), 0, action);
    } else if (step instanceof Step.OperatorCall call) {
      for (int i = 0; i < call.operands().size(); i++) {
        forEach(call.operands().get(i), i, action);
      }
    }
  }

  private static void forEach(
      Operand operand, int position, ObjIntConsumer<Operand.Tensor> action) {
    if (operand instanceof Operand.Tensor tensor) {
      action.accept(tensor, position);
    } else if (operand instanceof Operand.TensorList list) {
      list.elements().forEach(element -> forEach(element, position, action));
    }
  }
}
