package org.calque.codegen;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.calque.replay.ReplayProgram;
import org.calque.runtime.Session;
import org.calque.runtime.TensorInfo;

/**
 * The check that tensors share memory in a replay where they shared it in the original, and nowhere
 * else. Tensors without elements are left out: they have no memory to share.
 */
final class SharedStorages {
  private final ReplayProgram program;
  private final Session session;
  private final Map<Integer, List<Integer>> slotsOn = new HashMap<>();

  /** The storage that was seen last at each address. */
  private final Map<Long, Integer> storageAt = new HashMap<>();

  SharedStorages(ReplayProgram program, Session session) {
    this.program = program;
    this.session = session;
    for (int slot = 0; slot < program.slots().size(); slot++) {
      slotsOn
          .computeIfAbsent(program.storageOf().get(slot), storage -> new ArrayList<>())
          .add(slot);
    }
  }

  /** What is wrong about the memory of a slot that was just set, if anything is. */
  Optional<String> problem(int slot) {
    int storage = program.storageOf().get(slot);
    TensorInfo tensor = session.describe(slot);
    if (tensor == null || tensor.layout().elements() == 0) {
      return Optional.empty();
    }
    Integer before = storageAt.put(tensor.storage(), storage);
    if (before != null && before != storage && isOnIt(before, tensor.storage())) {
      return Optional.of("slot " + slot + " shares memory with one that it should not");
    }
    for (int other : slotsOn.get(storage)) {
      TensorInfo neighbour = session.describe(other);
      if (neighbour != null
          && neighbour.layout().elements() > 0
          && neighbour.storage() != tensor.storage()) {
        return Optional.of("slot " + slot + " does not share the memory of slot " + other);
      }
    }
    return Optional.empty();
  }

  private boolean isOnIt(int storage, long address) {
    return slotsOn.get(storage).stream()
        .map(session::describe)
        .anyMatch(tensor -> tensor != null && tensor.storage() == address);
  }
}
