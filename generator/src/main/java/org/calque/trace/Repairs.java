package org.calque.trace;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/** Collects what is repaired; where nothing may be, the first repair is an error. */
final class Repairs {
  private final Map<Repair.Kind, Repair> repairs = new EnumMap<>(Repair.Kind.class);
  private final String file;
  private final boolean forbidden;

  /**
   * @param file the file as the user named it
   * @param forbidden whether the trace has to be whole
   */
  Repairs(String file, boolean forbidden) {
    this.file = file;
    this.forbidden = forbidden;
  }

  /**
   * Counts a repair.
   *
   * @throws TraceFormatException if nothing may be repaired
   */
  void add(Repair.Kind kind, Supplier<String> place) {
    Repair known = repairs.get(kind);
    Repair repair =
        known == null
            ? new Repair(kind, place.get(), 1)
            : new Repair(kind, known.place(), known.count() + 1);
    if (forbidden) {
      throw new TraceFormatException(
          file, repair + "; record the trace again, or read it without --strict");
    }
    repairs.put(kind, repair);
  }

  boolean has(Repair.Kind kind) {
    return repairs.containsKey(kind);
  }

  Repair first(Repair.Kind kind) {
    return repairs.get(kind);
  }

  List<Repair> list() {
    return List.copyOf(repairs.values());
  }
}
