package org.calque.runtime.torch;

import static org.calque.runtime.Operand.flag;
import static org.calque.runtime.Operand.number;

import java.util.List;
import java.util.function.Consumer;
import org.calque.runtime.DataType;
import org.calque.runtime.Operand;
import org.calque.runtime.Support;

/**
 * Softmax between half and single precision, which on a CUDA device is one kernel. The CPU's takes
 * one type; all other calls are the operator itself.
 */
final class HalfPrecisionEquivalents {
  private static final String TO_TYPE = "aten::to.dtype";
  private static final Operand SINGLE = number(DataType.FLOAT32.code());
  private static final Operand HALF = number(DataType.FLOAT16.code());

  private HalfPrecisionEquivalents() {}

  static void addTo(EquivalentTable table) {
    for (String name : List.of("aten::_softmax", "aten::_log_softmax")) {
      add(table, name, to -> forward(to, name));
      add(table, name + "_backward_data", to -> backward(to, name + "_backward_data"));
    }
  }

  private static void add(EquivalentTable table, String name, Consumer<Composition> calls) {
    table.add(name, new Equivalent(Support.ITSELF, List.of(name, TO_TYPE), calls));
  }

  /** Takes the input, a dimension, and whether to go from half to single precision. */
  private static void forward(Composition to, String name) {
    if (to.given().isFlag(2) && to.given().flag(2)) {
      to.returns(to.call(name, to.call(TO_TYPE, to.at(0), SINGLE), to.at(1), flag(false)));
    } else {
      itself(to, name);
    }
  }

  /** Takes gradient, output, a dimension, and the type of the input, which is the result's. */
  private static void backward(Composition to, String name) {
    if (to.at(3).equals(HALF)) {
      to.returns(to.call(TO_TYPE, to.call(name, to.at(0), to.at(1), to.at(2), SINGLE), HALF));
    } else {
      itself(to, name);
    }
  }

  private static void itself(Composition to, String name) {
    to.same(name, to.given().operands(), to.resultsOf(1));
  }
}
