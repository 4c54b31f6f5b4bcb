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
  private final IValue[] moves;
  private final ListResult[] lists;

  /** Whether something stays on the stack: a dropped value, or the remains of a list. */
  private final boolean areMore;

  private Results(
      ArgumentStack stack, List<IValue> moves, List<ListResult> lists, boolean areMore) {
    this.stack = stack;
    this.moves = moves.toArray(IValue[]::new);
    this.lists = lists.toArray(ListResult[]::new);
    this.areMore = areMore;
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
    List<IValue> moves = new ArrayList<>();
    List<ListResult> lists = new ArrayList<>();
    for (int i = 0; i < results.size(); i++) {
      IValue element = stack.element(i);
      if (results.get(i) instanceof Slot slot) {
        require(returns.get(i).takesTensor(), operator, returns.get(i), "a tensor");
        moves.add(frame.place(slot.index()));
        moves.add(element);
      } else if (results.get(i) instanceof Result.Slots slots) {
        require(returns.get(i).takesTensors(), operator, returns.get(i), "a list of tensors");
        lists.add(new ListResult(element, places(operator, slots, frame)));
      }
    }
    return new Results(stack, moves, lists, moves.size() / 2 < returns.size());
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

  /** Slots, each followed by the place on the stack that its tensor is moved from. */
  IValue[] moves() {
    return moves;
  }

  /** Whether {@link #takeMore} has anything to do. */
  boolean areMore() {
    return areMore;
  }

  /** Takes the tensors out of lists, and frees what nobody takes. */
  void takeMore() {
    for (ListResult list : lists) {
      list.take();
    }
    stack.clear();
  }
}
