package org.calque.replay;

import java.util.HashMap;
import java.util.Map;

/** Keeps one object for each value, so that equal values take memory once. */
final class Interner<T> {
  private final Map<T, T> values = new HashMap<>();

  /** The first object that was equal to {@code value}. */
  T intern(T value) {
    T known = values.putIfAbsent(value, value);
    return known == null ? value : known;
  }
}
