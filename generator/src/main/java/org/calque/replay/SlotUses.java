package org.calque.replay;

import java.util.function.Consumer;
import java.util.function.ObjIntConsumer;

/** Walks the slots that a step reads or writes as operands. */
final class SlotUses {
  private SlotUses() {}

  /** Calls {@code action} with each tensor operand and its argument position. */
  static void forEach(Step step, ObjIntConsumer<Operand.Tensor> action) {
    if (step instanceof Step.Alias alias) {
      action.accept(alias.base(), 0);
    } else if (step instanceof Step.Release release) {
      forEach(release.tensors(), operand -> action.accept(operand, 0));
    } else if (step instanceof Step.OperatorCall call) {
      for (int i = 0; i < call.operands().size(); i++) {
        int position = i;
        forEach(call.operands().get(i), operand -> action.accept(operand, position));
      }
    }
  }

  /** Calls {@code action} with the tensor of an operand, or with each of a list. */
  static void forEach(Operand operand, Consumer<Operand.Tensor> action) {
    if (operand instanceof Operand.Tensor tensor) {
      action.accept(tensor);
    } else if (operand instanceof Operand.TensorList list) {
      list.elements().forEach(element -> forEach(element, action));
    }
  }
}
