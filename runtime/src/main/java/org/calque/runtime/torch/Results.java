package org.calque.runtime.torch;

import java.util.ArrayList;
import java.util.List;
import org.bytedeco.pytorch.IValue;
import org.calque.runtime.Result;
import org.calque.runtime.Slot;
import org.calque.runtime.UnsupportedOperatorException;

/** Where the results of one call go from the stack. */
final class Results {
  private final ArgumentStack stack;
  private final IValue[] from;
  private final IValue[] to;
  private final ListResult[] lists;

  /** Whether something stays on the stack: a dropped value, or the remains of a list. */
  private final boolean leavesSomething;

  private Results(
      ArgumentStack stack,
      List<IValue> from,
      List<IValue> to,
      List<ListResult> lists,
      boolean leavesSomething) {
    this.stack = stack;
    this.from = from.toArray(IValue[]::new);
    this.to = to.toArray(IValue[]::new);
    this.lists = lists.toArray(ListResult[]::new);
    this.leavesSomething = leavesSomething;
  }

  /**
   * Matches results with what the operator returns.
   *
   * @throws UnsupportedOperatorException if their number or kind differs
   */
  static Results bind(
      TorchOperator operator, List<Result> results, Frame frame, ArgumentStack stack) {
    List<ArgumentType> returns = operator.returns();
    if (results.size() != returns.size() && !results.isEmpty()) {
      throw new UnsupportedOperatorException(
          operator.name(),
          "returns " + returns.size() + " values, but " + results.size() + " were recorded");
    }
    List<IValue> from = new ArrayList<>();
    List<IValue> to = new ArrayList<>();
    List<ListResult> lists = new ArrayList<>();
    for (int i = 0; i < results.size(); i++) {
      IValue element = stack.element(i);
      if (results.get(i) instanceof Slot slot) {
        require(returns.get(i).takesTensor(), operator, returns.get(i), "a tensor");
        from.add(element);
        to.add(frame.place(slot.index()));
      } else if (results.get(i) instanceof Result.Slots slots) {
        require(returns.get(i).takesTensors(), operator, returns.get(i), "a list of tensors");
        lists.add(new ListResult(element, places(operator, slots, frame)));
      }
    }
    boolean leavesSomething = from.size() < returns.size();
    return new Results(stack, from, to, lists, leavesSomething);
  }

  private static void require(
      boolean suits, TorchOperator operator, ArgumentType type, String recorded) {
    if (!suits) {
      throw new UnsupportedOperatorException(
          operator.name(), "returns " + type.text() + ", but " + recorded + " was recorded");
    }
  }

  private static IValue[] places(TorchOperator operator, Result.Slots slots, Frame frame) {
    IValue[] places = new IValue[slots.elements().size()];
    for (int i = 0; i < places.length; i++) {
      Result element = slots.elements().get(i);
      if (element instanceof Slot slot) {
        places[i] = frame.place(slot.index());
      } else if (!(element instanceof Result.Dropped)) {
        throw new UnsupportedOperatorException(
            operator.name(), "returns a list of lists, which cannot be kept");
      }
    }
    return places;
  }

  /** Moves the results into their slots, and frees what nobody takes. */
  void take() {
    for (int i = 0; i < from.length; i++) {
      to[i].put(from[i]);
    }
    for (ListResult list : lists) {
      list.take();
    }
    if (leavesSomething) {
      stack.clear();
    }
  }
}
