package org.calque.replay;

import com.carrotsearch.hppc.IntArrayList;
import com.carrotsearch.hppc.LongObjectHashMap;
import java.util.Arrays;
import java.util.BitSet;
import org.calque.trace.ExecutionTrace;
import org.calque.trace.TensorReference;

/**
 * Finds out which recorded tensors are the same, while walking a step in execution order: for each
 * call {@link #beginCall}, then its operands, what it did inside, and its results.
 *
 * <p>Ids in a trace are addresses and come back after a tensor is freed, so each storage gets a new
 * version when an operator returns memory that none of its operands lies on. A tensor that no
 * selected operator made is looked up by its storage: on a known one it is a further view, on an
 * unknown one it existed before the step. A tensor of an element type that the known storage has
 * not shown is a view of it only where both are seen to live at one time.
 */
final class TensorIdentity {
  private final ExecutionTrace trace;
  private final IntArrayList selected;
  private final SlotTable slots = new SlotTable();
  private final BoundTensors tensors = new BoundTensors();
  private final LongObjectHashMap<StorageVersion> storages = new LongObjectHashMap<>();
  private final LongObjectHashMap<HiddenBirth> hiddenBirths = new LongObjectHashMap<>();
  private final BitSet escaping = new BitSet();

  /** The call that took a slot last, by slot. */
  private final IntArrayList takenBy = new IntArrayList();

  private int call = -1;
  private TakenUntil takenUntil;

  /** A storage made inside the selected node at a position of the trace. */
  private record HiddenBirth(int node, HiddenStorages.Life life) {}

  /**
   * An operand's slot.
   *
   * @param slot where the tensor is
   * @param aliasOf a slot on the same storage that the tensor has to be made from first, or -1
   */
  record Operand(int slot, int aliasOf) {}

  /**
   * Begins with a step of which nothing is known.
   *
   * @param selected positions of the nodes that will be walked, rising
   */
  TensorIdentity(ExecutionTrace trace, IntArrayList selected) {
    this.trace = trace;
    this.selected = selected;
  }

  /** Slots handed out so far. */
  SlotTable slots() {
    return slots;
  }

  /** Positions of selected nodes inside which a tensor was made that is used outside. */
  BitSet escaping() {
    return escaping;
  }

  /** Begins the next call: what is read from here on are its operands. */
  void beginCall() {
    call++;
  }

  /**
   * The tensor that the call takes.
   *
   * @param written whether the operator writes it
   */
  Operand read(TensorReference tensor, boolean written) {
    Operand operand = find(tensor, written);
    if (written) {
      tensors.bind(tensor, operand.slot(), true);
    }
    takenBy.set(operand.slot(), call);
    slots.storage(operand.slot()).take(call);
    return operand;
  }

  private Operand find(TensorReference tensor, boolean written) {
    int bound = tensors.entry(tensor.tensor());
    boolean current =
        bound >= 0 && isCurrent(bound, tensor) && tensors.reference(bound).sameLayout(tensor);
    if (!written && isNumber(tensor) && !(current && tensors.isTouched(bound))) {
      // Python's numbers become tensors for the length of one call, at one address after another.
      return new Operand(newSlot(tensor, newVersion(tensor, true), false), -1);
    }
    if (current) {
      return new Operand(tensors.slot(bound), -1);
    }
    StorageVersion version = version(tensor);
    if (version != null && fits(version, tensor)) {
      return view(version, tensor);
    }
    HiddenBirth birth = hiddenBirths.remove(tensor.storage());
    if (birth != null && tensor.hasMemory() && birth.life().fits(tensor)) {
      escaping.set(birth.node());
    }
    StorageVersion external = newVersion(tensor, true);
    return new Operand(newSlot(tensor, external, false), -1);
  }

  /** Whether a tensor may be a number that was passed where an operator takes a tensor. */
  static boolean isNumber(TensorReference tensor) {
    return tensor.sizes().length == 0
        && switch (tensor.type()) {
          case FLOAT64, INT64, BOOL, COMPLEX128 -> true;
          default -> false;
        };
  }

  private boolean isCurrent(int bound, TensorReference tensor) {
    return tensors.reference(bound).storage() == tensor.storage()
        && (!tensor.hasMemory() || version(tensor) == slots.storage(tensors.slot(bound)));
  }

  /** What a tensor's storage id stands for, or {@code null} if nothing is known. */
  private StorageVersion version(TensorReference tensor) {
    return tensor.hasMemory() ? storages.get(tensor.storage()) : null;
  }

  /** A version made in the step has the size it was made with; one from before may be larger. */
  private boolean fits(StorageVersion version, TensorReference tensor) {
    if (!version.isExternal()) {
      return slots.withType(version, tensor.type()) >= 0 && tensor.extentBytes() <= version.bytes();
    }
    return isNumber(slots.view(version.firstSlot()))
        ? isNumber(tensor)
        : version.shows(tensor.type()) || livesOn(version);
  }

  /** Whether a tensor on a storage is taken again after this call. */
  private boolean livesOn(StorageVersion version) {
    if (takenUntil == null) {
      takenUntil = TakenUntil.of(trace, selected);
    }
    int node = selected.get(call);
    return Arrays.stream(slots.slotsOn(version))
        .anyMatch(slot -> takenUntil.isTakenAfter(node, slots.view(slot)));
  }

  private Operand view(StorageVersion version, TensorReference tensor) {
    int known = slots.withLayout(version, tensor);
    if (known >= 0) {
      tensors.bind(tensor, known, false);
      return new Operand(known, -1);
    }
    int base = version.isExternal() ? -1 : slots.withType(version, tensor.type());
    return new Operand(newSlot(tensor, version, false), base);
  }

  /** Forgets what addresses meant at which the call made something. */
  void forget(HiddenStorages made) {
    for (HiddenStorages.Life life : made.lives()) {
      storages.remove(life.storage());
      hiddenBirths.put(life.storage(), new HiddenBirth(selected.get(call), life));
    }
  }

  /** The slot of a tensor that the call returns, or -1 if it is one of the operands. */
  int write(TensorReference tensor) {
    int bound = tensors.entry(tensor.tensor());
    if (bound >= 0
        && takenBy.get(tensors.slot(bound)) == call
        && tensors.reference(bound).storage() == tensor.storage()) {
      int slot = tensors.slot(bound);
      slots.show(slot, tensor);
      if (tensor.hasMemory()) {
        storages.put(tensor.storage(), slots.storage(slot));
      }
      tensors.bind(tensor, slot, true);
      return -1;
    }
    if (bound >= 0 && takenBy.get(tensors.slot(bound)) == call) {
      slots.leave(tensors.slot(bound));
    }
    HiddenBirth birth = hiddenBirths.remove(tensor.storage());
    StorageVersion version = version(tensor);
    if (version != null && version.isTakenBy(call)) {
      return newSlot(tensor, version, true);
    }
    StorageVersion made = newVersion(tensor, false);
    if (birth != null && tensor.hasMemory() && birth.life().has(tensor)) {
      made.reach(birth.life().bytes());
    }
    return newSlot(tensor, made, true);
  }

  private StorageVersion newVersion(TensorReference tensor, boolean external) {
    StorageVersion version = slots.newStorage(external);
    if (tensor.hasMemory()) {
      storages.put(tensor.storage(), version);
    }
    return version;
  }

  private int newSlot(TensorReference tensor, StorageVersion version, boolean touched) {
    int slot = slots.add(tensor, version);
    takenBy.add(-1);
    tensors.bind(tensor, slot, touched);
    return slot;
  }
}
