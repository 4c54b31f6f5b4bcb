package org.calque.replay;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.calque.replay.TensorIdentity.StorageVersion;

/** When each storage of a step comes into being, is used and is written, by step number. */
final class StorageUses {

  /**
   * One use of a storage.
   *
   * @param step number of the step
   * @param argument position of the argument
   * @param ordinal number of the tensor among all that the step takes, lists included
   * @param operand the tensor on it
   */
  record Use(int step, int argument, int ordinal, Operand.Tensor operand) {
    boolean writes() {
      return operand.use() == Operand.Use.WRITTEN;
    }
  }

  private final Map<StorageVersion, List<Use>> uses = new LinkedHashMap<>();
  private final Map<Integer, Integer> born = new HashMap<>();

  static StorageUses of(List<Step> steps, TensorIdentity identity) {
    StorageUses all = new StorageUses();
    for (int i = 0; i < steps.size(); i++) {
      int number = i;
      int[] ordinal = {0};
      SlotUses.forEach(
          steps.get(i),
          (operand, argument) ->
              all.uses
                  .computeIfAbsent(identity.version(operand.slot()), v -> new ArrayList<>())
                  .add(new Use(number, argument, ordinal[0]++, operand)));
      SlotResults.forEach(steps.get(i), slot -> all.born.put(slot, number));
    }
    return all;
  }

  /** Storages that are operands anywhere, in order of first use. */
  Iterable<StorageVersion> storages() {
    return uses.keySet();
  }

  /** The uses of a storage in execution order. */
  List<Use> of(StorageVersion storage) {
    return uses.getOrDefault(storage, List.of());
  }

  /** The step that makes the tensor of a slot, or -1 if it exists before the first. */
  int birth(int slot) {
    return born.getOrDefault(slot, -1);
  }
}
