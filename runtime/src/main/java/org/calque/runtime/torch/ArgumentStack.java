package org.calque.runtime.torch;

import org.bytedeco.pytorch.IValue;
import org.bytedeco.pytorch.IValueVector;

/**
 * The stack that the dispatcher takes arguments from and leaves results on. One serves all calls of
 * a session. Its storage is reserved once and never moves, so views of its elements are taken once:
 * reading an element through the vector would cost 90 ns and a Java object each time.
 */
final class ArgumentStack {
  /** More than any operator takes or returns; those of 2.13 take up to 30. */
  static final int CAPACITY = 128;

  private final IValueVector values = new IValueVector(CAPACITY);
  private final IValue[] elements = new IValue[CAPACITY];

  ArgumentStack() {
    for (int i = 0; i < CAPACITY; i++) {
      elements[i] = values.get(i);
    }
    clear();
  }

  /** The vector itself. */
  IValueVector values() {
    return values;
  }

  /** The place of an argument or of a result; a view without an owner. */
  IValue element(int position) {
    return elements[position];
  }

  /** Frees what is on the stack, and keeps its storage. */
  void clear() {
    values.resize(0);
  }

  /** Frees the storage. */
  void free() {
    values.deallocate();
  }
}
