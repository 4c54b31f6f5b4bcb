package org.calque.replay;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.calque.trace.TensorReference;
import org.calque.trace.TraceNode;

/**
 * Finds out which recorded tensors are the same, while walking a step in execution order.
 *
 * <p>Ids in a trace are addresses and come back after a tensor is freed, so each storage gets a new
 * version when an operator returns memory that none of its operands lies on. A tensor that no
 * selected operator made is looked up by its storage: on a known one it is a further view, on an
 * unknown one it existed before the step.
 */
final class TensorIdentity {
  private final List<TensorSlot> slots = new ArrayList<>();
  private final List<StorageVersion> versionOfSlot = new ArrayList<>();
  private final Map<Long, Bound> tensors = new HashMap<>();
  private final Map<Long, StorageVersion> storages = new HashMap<>();
  private final List<StorageVersion> versions = new ArrayList<>();
  private final Map<Long, HiddenBirth> hiddenBirths = new HashMap<>();
  private final Set<Long> escaping = new LinkedHashSet<>();

  /**
   * A tensor id at the time it was last seen.
   *
   * @param touched whether an operator of the step made or wrote it, so that it is no number that
   *     Python passed
   */
  private record Bound(
      int slot, TensorReference reference, StorageVersion version, boolean touched) {}

  /** A tensor made inside a selected node. */
  private record HiddenBirth(TraceNode node, TensorReference tensor) {}

  /** One life of a storage. */
  static final class StorageVersion {
    private final boolean external;
    private final List<Integer> slots = new ArrayList<>();
    private final List<TensorReference> views = new ArrayList<>();
    private long extent;

    private StorageVersion(boolean external) {
      this.external = external;
    }

    /** Whether it existed before the step. */
    boolean isExternal() {
      return external;
    }

    /** Slots of the tensors on it, in the order in which they appeared. */
    List<Integer> slots() {
      return slots;
    }

    /** The tensors on it as the trace shows them, in the same order. */
    List<TensorReference> views() {
      return views;
    }

    /** Elements that the tensors on it reach. */
    long extent() {
      return extent;
    }
  }

  /**
   * An operand's slot.
   *
   * @param slot where the tensor is
   * @param aliasOf a slot on the same storage that the tensor has to be made from first, or -1
   */
  record Operand(int slot, int aliasOf) {}

  /** Slots handed out so far. */
  List<TensorSlot> slots() {
    return slots;
  }

  /** All storages seen, in order of appearance. */
  List<StorageVersion> versions() {
    return versions;
  }

  /** The storage that a slot's tensor lies on. */
  StorageVersion version(int slot) {
    return versionOfSlot.get(slot);
  }

  /** Ids of selected nodes inside which a tensor was made that is used outside. */
  Set<Long> escaping() {
    return escaping;
  }

  /**
   * The tensor that an operator takes.
   *
   * @param written whether the operator writes it
   */
  Operand read(TensorReference tensor, boolean written) {
    Operand operand = find(tensor, written);
    if (written) {
      tensors.put(
          tensor.tensor(), new Bound(operand.slot(), tensor, version(operand.slot()), true));
    }
    return operand;
  }

  private Operand find(TensorReference tensor, boolean written) {
    Bound bound = tensors.get(tensor.tensor());
    boolean current =
        bound != null && isCurrent(bound, tensor) && bound.reference().sameLayout(tensor);
    if (!written && isNumber(tensor) && !(current && bound.touched())) {
      // Python's numbers become tensors for the length of one call, at one address after another.
      return new Operand(newSlot(tensor, newVersion(tensor, true), false), -1);
    }
    if (current) {
      return new Operand(bound.slot(), -1);
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
      escaping.add(birth.node().id());
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

  private boolean isCurrent(Bound bound, TensorReference tensor) {
    return bound.reference().storage() == tensor.storage()
        && (tensor.elements() == 0 || storages.get(tensor.storage()) == bound.version());
  }

  /** A version made in the step has the size it was made with; one from before may be larger. */
  private static boolean fits(StorageVersion version, TensorReference tensor) {
    return version.views.get(0).type() == tensor.type()
        && (version.external || tensor.extent() <= version.extent);
  }

  private Operand view(StorageVersion version, TensorReference tensor) {
    for (int i = version.views.size() - 1; i >= 0; i--) {
      if (version.views.get(i).sameLayout(tensor)) {
        int slot = version.slots.get(i);
        tensors.put(tensor.tensor(), new Bound(slot, tensor, version, false));
        return new Operand(slot, -1);
      }
    }
    int base = version.slots.get(0);
    int slot = newSlot(tensor, version, false);
    return new Operand(slot, version.external ? -1 : base);
  }

  /**
   * Forgets the storages on which operators inside {@code node} made new tensors: their addresses
   * no longer mean what they meant before.
   */
  void forgetInside(TraceNode node, List<TraceNode> inside) {
    for (TraceNode callee : inside) {
      Set<Long> before = new LinkedHashSet<>();
      TensorValues.forEach(callee.inputs(), tensor -> before.add(tensor.storage()));
      TensorValues.forEach(
          callee.outputs(),
          tensor -> {
            if (tensor.elements() > 0 && !before.contains(tensor.storage())) {
              storages.remove(tensor.storage());
              hiddenBirths.put(tensor.storage(), new HiddenBirth(node, tensor));
            }
          });
    }
  }

  /**
   * The slot of a tensor that an operator returns, or -1 if it is one of the operands.
   *
   * @param operands slots of the call's operands
   */
  int write(TensorReference tensor, List<Integer> operands) {
    Bound bound = tensors.get(tensor.tensor());
    if (bound != null
        && operands.contains(bound.slot())
        && bound.reference().storage() == tensor.storage()) {
      StorageVersion version = bound.version();
      version.views.set(version.slots.indexOf(bound.slot()), tensor);
      tensors.put(tensor.tensor(), new Bound(bound.slot(), tensor, version, true));
      return -1;
    }
    hiddenBirths.remove(tensor.storage());
    StorageVersion version = tensor.elements() == 0 ? null : storages.get(tensor.storage());
    if (version == null || operands.stream().noneMatch(s -> versionOfSlot.get(s) == version)) {
      return newSlot(tensor, newVersion(tensor, false), true);
    }
    return newSlot(tensor, version, true);
  }

  private StorageVersion newVersion(TensorReference tensor, boolean external) {
    StorageVersion version = new StorageVersion(external);
    versions.add(version);
    if (tensor.elements() > 0) {
      storages.put(tensor.storage(), version);
    }
    return version;
  }

  private int newSlot(TensorReference tensor, StorageVersion version, boolean touched) {
    int slot = slots.size();
    slots.add(
        new TensorSlot(tensor.type(), tensor.sizes(), tensor.layoutStrides(), tensor.offset()));
    versionOfSlot.add(version);
    version.slots.add(slot);
    version.views.add(tensor);
    version.extent = Math.max(version.extent, tensor.extent());
    tensors.put(tensor.tensor(), new Bound(slot, tensor, version, touched));
    return slot;
  }
}
