package org.calque.replay;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.calque.trace.TraceValue;

/** Operands of one program; equal ones are one object, since most appear again and again. */
final class OperandPool {
  private final Map<TraceValue, Operand.Constant> constants = new HashMap<>();
  private final List<Operand.Tensor> read = new ArrayList<>();
  private final List<Operand.Tensor> written = new ArrayList<>();

  Operand.Constant constant(TraceValue value) {
    return constants.computeIfAbsent(value, Operand.Constant::new);
  }

  Operand.Tensor read(int slot) {
    return tensor(read, slot, Operand.Use.READ);
  }

  Operand.Tensor written(int slot) {
    return tensor(written, slot, Operand.Use.WRITTEN);
  }

  private static Operand.Tensor tensor(List<Operand.Tensor> bySlot, int slot, Operand.Use use) {
    while (bySlot.size() <= slot) {
      bySlot.add(null);
    }
    Operand.Tensor tensor = bySlot.get(slot);
    if (tensor == null) {
      tensor = new Operand.Tensor(slot, use);
      bySlot.set(slot, tensor);
    }
    return tensor;
  }
}
