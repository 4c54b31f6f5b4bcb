package org.calque.runtime.torch;

import java.util.HashMap;
import java.util.Map;
import org.bytedeco.pytorch.IValue;

/**
 * The boxed constants of a session, each once: a trace passes the same few sizes, strides and flags
 * thousands of times, and boxing a list takes a dozen native objects. Operators do not write to the
 * constants they are passed.
 */
final class Constants {
  private final Map<Key, IValue> boxed = new HashMap<>();

  /** The same value is boxed differently for another type. */
  private record Key(String type, Object value) {}

  /**
   * A constant for an argument of a type; belongs to this session.
   *
   * @throws org.calque.runtime.UnsupportedOperatorException if the argument does not take it
   */
  IValue get(Object value, ArgumentType type, Boxing boxing) {
    return boxed.computeIfAbsent(new Key(type.text(), value), key -> boxing.box(value, type));
  }

  /** Frees all. */
  void free() {
    boxed.values().forEach(IValue::deallocate);
  }
}
