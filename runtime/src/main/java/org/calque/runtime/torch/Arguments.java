package org.calque.runtime.torch;

import static java.util.stream.Collectors.partitioningBy;
import static java.util.stream.Collectors.toSet;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.bytedeco.pytorch.IValue;
import org.bytedeco.pytorch.IValueVector;

/**
 * The arguments of one call: a template of the stack with all that is the same at each run, and the
 * slots whose tensors are put over it.
 *
 * <p>The template has the constants, boxed once, and the {@linkplain LastingTensors tensors that
 * last}. {@code IValueVector.put(i, x)} copies {@code x}, so its tensor stays alive; {@code
 * IValue.put(x)} moves it, which empties {@code x}. A slot is copied while it is needed and moved
 * at its last use: then the stack holds the only reference, and the tensor is freed as soon as the
 * operator has popped its arguments.
 */
final class Arguments {
  private final Frame frame;
  private final LastingTensors lasting;
  private final IValueVector values;
  private final IValueVector template;
  private final List<TensorList> lists;
  private final List<SlotUse> uses;
  private final Set<SlotUse> moves;

  /** Takes over the template and the lists. */
  Arguments(
      Frame frame,
      LastingTensors lasting,
      ArgumentStack stack,
      IValueVector template,
      List<TensorList> lists,
      List<SlotUse> uses) {
    this.frame = frame;
    this.lasting = lasting;
    this.values = stack.values();
    this.template = template;
    this.lists = lists;
    this.uses = uses;
    this.moves = new LinkedHashSet<>(SlotUse.moves(uses));
    uses.stream()
        .filter(use -> use.list() != null && !moves.contains(use))
        .forEach(use -> use.list().copy(use.position(), slot(use)));
  }

  private IValue slot(SlotUse use) {
    return frame.place(use.slot().index());
  }

  private List<IValue> slots(List<SlotUse> ofUses) {
    return ofUses.stream().map(this::slot).toList();
  }

  /** The stack before slots are put over it. */
  IValueVector template() {
    return template;
  }

  /** Places on the stack or in a list, each followed by the slot to move there. */
  IValue[] moves() {
    List<IValue> pairs = new ArrayList<>();
    for (SlotUse move : moves) {
      pairs.add(move.place());
      pairs.add(slot(move));
    }
    return pairs.toArray(IValue[]::new);
  }

  /** Puts the tensors that last into the template and the lists, and returns the others. */
  PassingTensors holdLasting() {
    Map<Boolean, List<SlotUse>> byLasting =
        uses.stream().collect(partitioningBy(use -> lasting.hold(use.slot().index())));
    onStack(byLasting.get(true)).forEach(use -> template.put(use.position(), slot(use)));

    List<SlotUse> passing = byLasting.get(false);
    // Of a list that lasts only in part, all elements pass: it is emptied as a whole.
    Set<TensorList> passingLists =
        passing.stream().map(SlotUse::list).filter(Objects::nonNull).collect(toSet());
    lists.stream().filter(list -> !passingLists.contains(list)).forEach(TensorList::fill);
    List<SlotUse> copies = onStack(passing).filter(use -> !moves.contains(use)).toList();
    return new PassingTensors(
        slots(passing.stream().filter(SlotUse::optional).toList()),
        copies.stream().mapToInt(SlotUse::position).toArray(),
        slots(copies),
        List.copyOf(passingLists));
  }

  private static Stream<SlotUse> onStack(List<SlotUse> uses) {
    return uses.stream().filter(use -> use.list() == null);
  }

  /** Lets go of all tensors. */
  void letGo() {
    try (IValue none = new IValue()) {
      onStack(uses).forEach(use -> template.put(use.position(), none));
    }
    lists.forEach(TensorList::empty);
  }

  /** Which slot was empty, if that is why a call failed before it popped its arguments. */
  Optional<String> whatIsEmpty(RuntimeException failure) {
    boolean pushed = !(failure instanceof PassingTensors.EmptySlot);
    String message = String.valueOf(failure.getMessage());
    boolean noTensor =
        message.contains("got None")
            || message.contains("no tensor arguments")
            || message.contains("isTensor()");
    if (pushed && !noTensor) {
      return Optional.empty();
    }
    return uses.stream()
        .filter(use -> (pushed && moves.contains(use)) ? arrivedEmpty(use) : slot(use).isNone())
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
}
