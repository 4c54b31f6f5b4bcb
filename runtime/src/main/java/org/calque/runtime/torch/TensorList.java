package org.calque.runtime.torch;

import java.util.Arrays;
import org.bytedeco.pytorch.GenericList;
import org.bytedeco.pytorch.IValue;
import org.bytedeco.pytorch.IValueArrayRef;

/**
 * The native list behind one tensor-list argument of one call. The call's template holds on to it,
 * so unless all its tensors last it is filled before and emptied after each run.
 */
final class TensorList {
  private final GenericList list;
  private final IValue value;
  private final IValue[] elements;
  private int[] positions = {};
  private IValue[] sources = {};

  /**
   * @param type the list's type in the schema
   * @param size number of elements
   */
  TensorList(ArgumentType type, int size) {
    list = new GenericList(type.element().pointer());
    list.resize(size);
    value = new IValue(list);
    elements = new IValue[size];
    try (IValueArrayRef places = value.toListRef()) {
      for (int i = 0; i < size; i++) {
        elements[i] = places.get(i);
      }
    }
  }

  /** The list as an argument; shares the elements. */
  IValue value() {
    return value;
  }

  /** The place of an element; its storage never moves, because the size never changes. */
  IValue element(int position) {
    return elements[position];
  }

  /** Adds an element that each {@link #fill} copies. */
  void copy(int position, IValue source) {
    positions = Arrays.copyOf(positions, positions.length + 1);
    sources = Arrays.copyOf(sources, sources.length + 1);
    positions[positions.length - 1] = position;
    sources[sources.length - 1] = source;
  }

  /** Copies the elements that are needed again. */
  void fill() {
    for (int i = 0; i < positions.length; i++) {
      list.set(positions[i], sources[i]);
    }
  }

  /** Lets go of all elements; two native calls however many there are. */
  void empty() {
    list.clear();
    list.resize(elements.length);
  }

  /** Frees the list. */
  void free() {
    value.deallocate();
    list.deallocate();
  }
}
