package org.calque.replay;

import com.carrotsearch.hppc.IntHashSet;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Cuts a step into phases where the kind of its operators changes. */
final class Phases {
  private Phases() {}

  /** The phases of a step; none if all of it is one kind. */
  static List<Phase> of(List<PhaseKind> kinds, List<Step> steps, StorageUses uses) {
    if (kinds.stream().distinct().count() < 2) {
      return List.of();
    }
    List<Phase> phases = new ArrayList<>();
    Map<PhaseKind, Integer> seen = new EnumMap<>(PhaseKind.class);
    int from = 0;
    for (int i = 1; i <= steps.size(); i++) {
      if (i == steps.size() || kinds.get(i) != kinds.get(from)) {
        int number = seen.merge(kinds.get(from), 1, Integer::sum);
        String name = kinds.get(from).name().toLowerCase(Locale.ROOT);
        phases.add(new Phase(number == 1 ? name : name + number, from, i, written(uses, from, i)));
        from = i;
      }
    }
    return phases;
  }

  /** For each storage written in the phase, a tensor on it that is live when the phase begins. */
  private static List<Integer> written(StorageUses uses, int from, int to) {
    IntHashSet seen = new IntHashSet();
    List<StorageVersion> storages = new ArrayList<>();
    for (int i = uses.firstFrom(from); i < uses.count() && uses.step(i) < to; i++) {
      StorageVersion storage = uses.storage(i);
      // What the phase makes itself is not there when it begins, nor is any tensor on it.
      if (uses.writes(i) && uses.birth(storage.firstSlot()) < from && seen.add(storage.number())) {
        storages.add(storage);
      }
    }
    storages.sort(Comparator.comparingInt(uses::first));
    List<Integer> slots = new ArrayList<>();
    for (StorageVersion storage : storages) {
      uses.from(from, storage).stream()
          .map(StorageUses.Use::slot)
          .filter(slot -> uses.birth(slot) < from)
          .findFirst()
          .ifPresent(slots::add);
    }
    return slots;
  }
}
