package org.calque.replay;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.calque.replay.TensorIdentity.StorageVersion;

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
    List<Integer> slots = new ArrayList<>();
    for (StorageVersion storage : uses.storages()) {
      boolean writes =
          uses.of(storage).stream()
              .anyMatch(use -> use.writes() && use.step() >= from && use.step() < to);
      if (writes) {
        uses.of(storage).stream()
            .filter(use -> use.step() >= from && uses.birth(use.operand().slot()) < from)
            .mapToInt(use -> use.operand().slot())
            .findFirst()
            .ifPresent(slots::add);
      }
    }
    return slots;
  }
}
