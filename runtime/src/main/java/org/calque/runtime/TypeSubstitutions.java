package org.calque.runtime;

import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Floating-point types that take the place of those that devices may lack kernels for: in tensors,
 * and where an operator is told the type of its result.
 *
 * @param substitutes the other type, by the recorded one
 */
public record TypeSubstitutions(Map<DataType, DataType> substitutes) {
  /** Every tensor has its recorded type. */
  public static final TypeSubstitutions NONE = new TypeSubstitutions(Map.of());

  private static final String AS_RECORDED = "as-recorded";
  private static final Set<DataType> EVERYWHERE = Set.of(DataType.FLOAT32, DataType.FLOAT64);
  private static final String SEPARATOR = "\\+";

  /** Copies the map. */
  public TypeSubstitutions {
    substitutes = Map.copyOf(substitutes);
  }

  /**
   * Reads {@code as-recorded}, or {@code float16=float32} and several of the kind with a plus sign
   * between them.
   *
   * @throws ReplayException if it is neither
   */
  public static TypeSubstitutions parse(String text) {
    if (text.equals(AS_RECORDED)) {
      return NONE;
    }
    Map<DataType, DataType> substitutes = new EnumMap<>(DataType.class);
    for (String pair : text.split(SEPARATOR, -1)) {
      String[] types = pair.split("=", -1);
      if (types.length != 2) {
        throw refused(text);
      }
      DataType recorded = floating(types[0], text);
      if (EVERYWHERE.contains(recorded)) {
        throw new ReplayException("types=" + text + ": every device has kernels for " + types[0]);
      }
      if (substitutes.put(recorded, floating(types[1], text)) != null) {
        throw new ReplayException("types=" + text + ": " + types[0] + " is there twice");
      }
    }
    return new TypeSubstitutions(substitutes);
  }

  private static DataType floating(String word, String text) {
    for (DataType type : DataType.values()) {
      if (type.isFloating() && word(type).equals(word)) {
        return type;
      }
    }
    throw refused(text);
  }

  private static ReplayException refused(String text) {
    return new ReplayException(
        "types="
            + text
            + " is neither "
            + AS_RECORDED
            + " nor floating-point types such as float16=float32, with + between several");
  }

  private static String word(DataType type) {
    return type.name().toLowerCase(Locale.ROOT);
  }

  /** The type that a tensor of a recorded type has. */
  public DataType of(DataType recorded) {
    return substitutes.getOrDefault(recorded, recorded);
  }

  /** How many times larger a tensor may be than the recorded one; at least 1. */
  public double widening() {
    return substitutes.entrySet().stream()
        .mapToDouble(pair -> (double) pair.getValue().bytes() / pair.getKey().bytes())
        .reduce(1, Math::max);
  }

  /** As {@link #parse} reads it. */
  @Override
  public String toString() {
    return substitutes.isEmpty()
        ? AS_RECORDED
        : substitutes.entrySet().stream()
            .sorted(Map.Entry.comparingByKey())
            .map(pair -> word(pair.getKey()) + "=" + word(pair.getValue()))
            .collect(Collectors.joining("+"));
  }
}
