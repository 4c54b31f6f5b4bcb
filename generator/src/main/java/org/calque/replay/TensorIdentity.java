package org.calque.replay;

import com.carrotsearch.hppc.IntArrayList;
import com.carrotsearch.hppc.LongHashSet;
import com.carrotsearch.hppc.LongObjectHashMap;
import java.util.BitSet;
import java.util.List;
import org.calque.trace.TensorReference;
import org.calque.trace.TraceNode;
import org.calque.trace.TraceValue;

/**
 * Finds out which recorded tensors are the same, while walking a step in execution order: for each
 * call {@link #beginCall}, then its operands, what it did inside, and its results.
 *
 * <p>Ids in a trace are addresses and come back after a tensor is freed, so each storage gets a new
 * version when an operator returns memory that none of its operands lies on. A tensor that no
 * selected operator made is looked up by its storage: on a known one it is a further view, on an
 * unknown one it existed before the step.
 */
final class TensorIdentity {
  private final SlotTable slots = new SlotTable();
  private final BoundTensors tensors = new BoundTensors();
  private final LongObjectHashMap<StorageVersion> storages = new LongObjectHashMap<>();
  private final LongObjectHashMap<HiddenBirth> hiddenBirths = new LongObjectHashMap<>();
  private final BitSet escaping = new BitSet();

  /** The call that took a slot last, by slot. */
  private final IntArrayList takenBy = new IntArrayList();

  private int call = -1;

  /** A tensor made inside a selected node. */
  private record HiddenBirth(int node, TensorReference tensor) {}

  /**
   * An operand's slot.
   *
   * @param slot where the tensor is
   * @param aliasOf a slot on the same storage that the tensor has to be made from first, or -1
   */
  record Operand(int slot, int aliasOf) {}

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
    StorageVersion version = tensor.elements() == 0 ? null : storages.get(tensor.storage());
    if (version != null && fits(version, tensor)) {
      return view(version, tensor);
    }
    HiddenBirth birth = hiddenBirths.remove(tensor.storage());
    if (birth != null
        && tensor.elements() > 0
        && birth.tensor().type() == tensor.type()
        && birth.tensor().extent() >= tensor.extent()) {
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
        && (tensor.elements() == 0
            || storages.get(tensor.storage()) == slots.storage(tensors.slot(bound)));
  }

  /** A version made in the step has the size it was made with; one from before may be larger. */
  private boolean fits(StorageVersion version, TensorReference tensor) {
    return slots.view(version.firstSlot()).type() == tensor.type()
        && (version.isExternal() || tensor.extent() <= version.extent());
  }

  private Operand view(StorageVersion version, TensorReference tensor) {
    int known = slots.withLayout(version, tensor);
    if (known >= 0) {
      tensors.bind(tensor, known, false);
      return new Operand(known, -1);
    }
    int slot = newSlot(tensor, version, false);
    return new Operand(slot, version.isExternal() ? -1 : version.firstSlot());
  }

  /**
   * Forgets the storages on which an operator inside a selected node made new tensors: their
   * addresses no longer mean what they meant before.
   *
   * @param node position of the selected node
   * @param callee the operator inside
   */
  void forgetInside(int node, TraceNode callee) {
    List<TraceValue> outputs = callee.outputs();
    if (outputs.isEmpty()) {
      return;
    }
    LongHashSet before = new LongHashSet();
    TensorValues.forEach(callee.inputs(), tensor -> before.add(tensor.storage()));
    TensorValues.forEach(
        outputs,
        tensor -> {
          if (tensor.elements() > 0 && !before.contains(tensor.storage())) {
            storages.remove(tensor.storage());
            hiddenBirths.put(tensor.storage(), new HiddenBirth(node, tensor));
          }
        });
  }

  /** The slot of a tensor that the call returns, or -1 if it is one of the operands. */
  int write(TensorReference tensor) {
    int bound = tensors.entry(tensor.tensor());
    if (bound >= 0
        && takenBy.get(tensors.slot(bound)) == call
        && tensors.reference(bound).storage() == tensor.storage()) {
      int slot = tensors.slot(bound);
      slots.show(slot, tensor);
      tensors.bind(tensor, slot, true);
      return -1;
    }
    hiddenBirths.remove(tensor.storage());
    StorageVersion version = tensor.elements() == 0 ? null : storages.get(tensor.storage());
    if (version == null || !version.isTakenBy(call)) {
      return newSlot(tensor, newVersion(tensor, false), true);
    }
    return newSlot(tensor, version, true);
  }

  private StorageVersion newVersion(TensorReference tensor, boolean external) {
    StorageVersion version = slots.newStorage(external);
    if (tensor.elements() > 0) {
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
