package org.calque.results;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Checked copies for the records of this package; the messages name the key in the file. */
final class Facts {
  private Facts() {}

  /**
   * The value.
   *
   * @throws IllegalArgumentException when it is null
   */
  static <T> T required(T value, String key) {
    if (value == null) {
      throw new IllegalArgumentException(key + " is missing");
    }
    return value;
  }

  /** An unmodifiable copy in the order of the keys, so that equal maps give equal text. */
  static <V> Map<String, V> sorted(Map<String, V> map, String key) {
    if (map == null) {
      return Map.of();
    }
    map.forEach((name, value) -> required(value, key + "." + name));
    return Collections.unmodifiableMap(new TreeMap<>(map));
  }

  /** An unmodifiable copy; empty for null. */
  static <T> List<T> list(List<T> list, String key) {
    if (list == null) {
      return List.of();
    }
    list.forEach(element -> required(element, "an element of " + key));
    return List.copyOf(list);
  }
}
