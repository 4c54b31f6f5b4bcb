package org.calque.trace;

import java.util.ArrayList;
import java.util.List;

/**
 * Keeps each distinct value once and numbers them, so that a node holds a number for each of its
 * values and a tensor that ten nodes show costs little more than one.
 */
final class ValuePool {
  /** Number of {@link TraceValue.None}. */
  static final int NONE = 0;

  static final int TRUE = 1;
  static final int FALSE = 2;

  /** Number of a further {@link TraceValue.None}, which stands for an undefined tensor. */
  static final int UNDEFINED_TENSOR = 3;

  private static final int BITS = 12;
  private static final int CHUNK = 1 << BITS;
  private static final long SPREAD = 0x9e3779b97f4a7c15L;

  private final List<TraceValue[]> chunks = new ArrayList<>();
  private int count;
  private int[] table = new int[1 << 10];

  ValuePool() {
    add(new TraceValue.None());
    add(new TraceValue.Bool(true));
    add(new TraceValue.Bool(false));
    add(new TraceValue.None());
  }

  /** The value of a number. */
  TraceValue get(int code) {
    return chunks.get(code >> BITS)[code & CHUNK - 1];
  }

  int integer(long value) {
    int slot = slot(hash(1, value));
    for (; table[slot] != 0; slot = next(slot)) {
      if (get(table[slot]) instanceof TraceValue.Int known && known.value() == value) {
        return table[slot];
      }
    }
    return put(slot, new TraceValue.Int(value));
  }

  int real(double value) {
    long bits = Double.doubleToRawLongBits(value);
    int slot = slot(hash(2, bits));
    for (; table[slot] != 0; slot = next(slot)) {
      if (get(table[slot]) instanceof TraceValue.Real known
          && Double.doubleToRawLongBits(known.value()) == bits) {
        return table[slot];
      }
    }
    return put(slot, new TraceValue.Real(value));
  }

  int text(String value) {
    return plain(new TraceValue.Text(value));
  }

  int device(String name) {
    return plain(new TraceValue.Device(name));
  }

  int opaque(String kind) {
    return plain(new TraceValue.Opaque(kind));
  }

  private int plain(TraceValue value) {
    int slot = slot(hashOf(value));
    for (; table[slot] != 0; slot = next(slot)) {
      if (get(table[slot]).equals(value)) {
        return table[slot];
      }
    }
    return put(slot, value);
  }

  int tensor(long tensor, long storage, TensorLayout layout) {
    int slot = slot(hash(tensor, storage));
    for (; table[slot] != 0; slot = next(slot)) {
      if (get(table[slot]) instanceof TensorReference known
          && known.tensor() == tensor
          && known.storage() == storage
          && known.layout() == layout) {
        return table[slot];
      }
    }
    return put(slot, new TensorReference(tensor, storage, layout));
  }

  /** A list of the values with the numbers in {@code codes}. */
  int sequence(int[] codes, int from, int to) {
    long hash = to - from;
    for (int i = from; i < to; i++) {
      hash = hash(hash, hashOf(get(codes[i])));
    }
    int slot = slot(hash);
    for (; table[slot] != 0; slot = next(slot)) {
      if (get(table[slot]) instanceof TraceValue.Sequence known && equal(known, codes, from, to)) {
        return table[slot];
      }
    }
    TraceValue[] elements = new TraceValue[to - from];
    for (int i = from; i < to; i++) {
      elements[i - from] = get(codes[i]);
    }
    return put(slot, new TraceValue.Sequence(List.of(elements)));
  }

  private boolean equal(TraceValue.Sequence known, int[] codes, int from, int to) {
    List<TraceValue> elements = known.elements();
    if (elements.size() != to - from) {
      return false;
    }
    for (int i = from; i < to; i++) {
      if (elements.get(i - from) != get(codes[i])) {
        return false;
      }
    }
    return true;
  }

  private static long hash(long a, long b) {
    long hash = (a * SPREAD ^ b) * SPREAD;
    return hash ^ hash >>> 32;
  }

  /** The hash under which a value is found; it has to be the one that its method above uses. */
  private static long hashOf(TraceValue value) {
    if (value instanceof TensorReference tensor) {
      return hash(tensor.tensor(), tensor.storage());
    } else if (value instanceof TraceValue.Int integer) {
      return hash(1, integer.value());
    } else if (value instanceof TraceValue.Real real) {
      return hash(2, Double.doubleToRawLongBits(real.value()));
    } else if (value instanceof TraceValue.Sequence sequence) {
      long hash = sequence.elements().size();
      for (TraceValue element : sequence.elements()) {
        hash = hash(hash, hashOf(element));
      }
      return hash;
    }
    return hash(3, value.hashCode());
  }

  private int slot(long hash) {
    return (int) hash & table.length - 1;
  }

  private int next(int slot) {
    return (slot + 1) & table.length - 1;
  }

  private int put(int slot, TraceValue value) {
    int code = add(value);
    table[slot] = code;
    if (count * 2 > table.length) {
      table = new int[table.length * 2];
      for (int i = UNDEFINED_TENSOR + 1; i < count; i++) {
        int free = slot(hashOf(get(i)));
        while (table[free] != 0) {
          free = next(free);
        }
        table[free] = i;
      }
    }
    return code;
  }

  private int add(TraceValue value) {
    if (count >> BITS == chunks.size()) {
      chunks.add(new TraceValue[CHUNK]);
    }
    chunks.get(count >> BITS)[count & CHUNK - 1] = value;
    return count++;
  }

  /** Forgets how to find values, which only reading needs. */
  void freeze() {
    table = new int[0];
  }
}
