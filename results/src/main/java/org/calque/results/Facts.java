package org.calque.results;

import java.util.AbstractMap;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
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

  /**
   * An unmodifiable copy in the order of the keys, so that equal maps give equal text; of such a
   * copy itself.
   */
  static <V> Map<String, V> sorted(Map<String, V> map, String key) {
    if (map == null || map.isEmpty()) {
      return Map.of();
    }
    if (map instanceof Sorted) {
      return map;
    }
    for (Map.Entry<String, V> one : map.entrySet()) {
      if (one.getValue() == null) {
        throw new IllegalArgumentException(key + "." + one.getKey() + " is missing");
      }
    }
    return new Sorted<>(map);
  }

  /** An unmodifiable copy; empty for null. */
  static <T> List<T> list(List<T> list, String key) {
    if (list == null) {
      return List.of();
    }
    for (T element : list) {
      if (element == null) {
        throw new IllegalArgumentException("an element of " + key + " is missing");
      }
    }
    return List.copyOf(list);
  }

  /** What {@link #sorted} has copied once; nobody can change it, so no further copy is needed. */
  private static final class Sorted<V> extends AbstractMap<String, V> {
    private final TreeMap<String, V> map;

    Sorted(Map<String, V> map) {
      this.map = new TreeMap<>(map);
    }

    @Override
    public Set<Map.Entry<String, V>> entrySet() {
      return Collections.unmodifiableMap(map).entrySet();
    }

    @Override
    public V get(Object key) {
      return map.get(key);
    }

    @Override
    public boolean containsKey(Object key) {
      return map.containsKey(key);
    }
  }
}
