package org.calque.runtime.torch;

import java.util.List;
import java.util.Optional;
import org.bytedeco.pytorch.IValue;
import org.bytedeco.pytorch.IValueVector;

/**
 * The arguments of one call: constants, boxed once into a template of the stack, and the slots
 * whose tensors are put over it at each run.
 *
 * <p>{@code IValueVector.put(i, x)} copies {@code x}, so its tensor stays alive; {@code
 * IValue.put(x)} moves it, which empties {@code x}. A slot is copied while it is needed and moved
 * at its last use: then the stack holds the only reference, and the tensor is freed as soon as the
 * operator has popped its arguments.
 */
final class Arguments {
  private final Frame frame;
  private final IValueVector values;
  private final IValueVector template;
  private final TensorList[] lists;
  private final List<SlotUse> uses;
  private final List<SlotUse> moves;

  private final int[] copyTo;
  private final IValue[] copyFrom;
  private final IValue[] moveTo;
  private final IValue[] moveFrom;
  private final IValue[] optional;

  /** Takes over the template and the lists. */
  Arguments(
      Frame frame,
      ArgumentStack stack,
      IValueVector template,
      List<TensorList> lists,
      List<SlotUse> uses) {
    this.frame = frame;
    this.values = stack.values();
    this.template = template;
    this.lists = lists.toArray(TensorList[]::new);
    this.uses = uses;
    this.moves = SlotUse.moves(uses);
    List<SlotUse> copies = uses.stream().filter(use -> !moves.contains(use)).toList();
    List<SlotUse> onStack = copies.stream().filter(use -> use.list() == null).toList();
    copies.stream()
        .filter(use -> use.list() != null)
        .forEach(use -> use.list().copy(use.position(), place(use)));
    copyTo = onStack.stream().mapToInt(SlotUse::position).toArray();
    copyFrom = places(onStack);
    moveTo = moves.stream().map(SlotUse::place).toArray(IValue[]::new);
    moveFrom = places(moves);
    optional = places(uses.stream().filter(SlotUse::optional).toList());
  }

  private IValue place(SlotUse use) {
    return frame.place(use.slot().index());
  }

  private IValue[] places(List<SlotUse> ofUses) {
    return ofUses.stream().map(this::place).toArray(IValue[]::new);
  }

  /** Puts the arguments on the stack. */
  void push() {
    values.put(template);
    for (IValue slot : optional) {
      if (slot.isNone()) {
        throw new EmptySlot();
      }
    }
    // All copies come first: a slot may be passed twice, and its last use empties it.
    for (int i = 0; i < copyTo.length; i++) {
      values.put(copyTo[i], copyFrom[i]);
    }
    for (TensorList list : lists) {
      list.fill();
    }
    for (int i = 0; i < moveTo.length; i++) {
      moveTo[i].put(moveFrom[i]);
    }
  }

  /** Lets go of the tensors in lists, which the template would keep alive. */
  void release() {
    for (TensorList list : lists) {
      list.empty();
    }
  }

  /** Which slot was empty, if that is why a call failed before it popped its arguments. */
  Optional<String> whatIsEmpty(RuntimeException failure) {
    boolean pushed = !(failure instanceof EmptySlot);
    String message = String.valueOf(failure.getMessage());
    boolean noTensor =
        message.contains("got None")
            || message.contains("no tensor arguments")
            || message.contains("isTensor()");
    if (pushed && !noTensor) {
      return Optional.empty();
    }
    return uses.stream()
        .filter(use -> (pushed && moves.contains(use)) ? arrivedEmpty(use) : place(use).isNone())
        .map(use -> "slot " + use.slot().index() + " is empty")
        .findFirst();
  }

  /** Whether a slot was empty before it was moved; known while the arguments are on the stack. */
  private boolean arrivedEmpty(SlotUse use) {
    return values.size() == template.size() && use.place().isNone();
  }

  /** Frees the constants. */
  void free() {
    template.deallocate();
    for (TensorList list : lists) {
      list.free();
    }
  }

  /** An optional argument's slot is empty, which the dispatcher would take for {@code None}. */
  private static final class EmptySlot extends IllegalStateException {
    private static final long serialVersionUID = 1;
  }
}
