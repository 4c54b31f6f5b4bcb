package org.calque.trace;

import java.util.Arrays;

/**
 * A JSON list as read, nested lists included, in arrays that are used again for the next one. The
 * elements of a nested list follow its opening entry.
 */
final class RawList {
  /** Any other value: an object or {@code null}. */
  static final byte NOTHING = 0;

  static final byte INTEGER = 1;
  static final byte REAL = 2;
  static final byte TRUE = 3;
  static final byte FALSE = 4;

  /** A string; its value is a symbol. */
  static final byte STRING = 5;

  /** The start of a nested list; its value is the place after the list's last element. */
  static final byte LIST = 6;

  private byte[] kinds = new byte[64];
  private long[] values = new long[64];
  private int size;

  void clear() {
    size = 0;
  }

  int size() {
    return size;
  }

  byte kind(int i) {
    return kinds[i];
  }

  long value(int i) {
    return values[i];
  }

  /** The values, for reading runs of them. */
  long[] values() {
    return values;
  }

  /** The place after element {@code i}. */
  int after(int i) {
    return kinds[i] == LIST ? (int) values[i] : i + 1;
  }

  void add(byte kind, long value) {
    if (size == kinds.length) {
      kinds = Arrays.copyOf(kinds, size * 2);
      values = Arrays.copyOf(values, size * 2);
    }
    kinds[size] = kind;
    values[size++] = value;
  }

  /** Begins a nested list; {@link #close} ends it. */
  int open() {
    add(LIST, 0);
    return size - 1;
  }

  void close(int opened) {
    values[opened] = size;
  }

  /** Whether elements {@code from} to {@code to} are all integers. */
  boolean integers(int from, int to) {
    for (int i = from; i < to; i++) {
      if (kinds[i] != INTEGER) {
        return false;
      }
    }
    return true;
  }
}
