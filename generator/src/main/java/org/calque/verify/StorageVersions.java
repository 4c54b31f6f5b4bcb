package org.calque.verify;

import com.carrotsearch.hppc.LongIntHashMap;
import com.carrotsearch.hppc.LongObjectHashMap;
import org.calque.trace.ElementType;
import org.calque.trace.TensorReference;

/**
 * The lives of memory in one trace, numbered as they begin. Ids of storages are addresses, which
 * come back after memory is freed, so one id may stand for several lives one after the other.
 */
final class StorageVersions {
  /** No life. */
  static final int UNKNOWN = -1;

  private final LongIntHashMap current = new LongIntHashMap();
  private final LongObjectHashMap<Returned> returned = new LongObjectHashMap<>();
  private int next;

  /** What a tensor was as an operator returned it. */
  private record Returned(int version, ElementType type, boolean outermost) {}

  /** The number of the next life to begin. */
  int next() {
    return next;
  }

  /** The last life that began on a tensor's storage, or {@link #UNKNOWN}. */
  int current(TensorReference tensor) {
    return current.getOrDefault(tensor.storage(), UNKNOWN);
  }

  /** Begins a life on a tensor's storage. */
  int begin(TensorReference tensor) {
    current.put(tensor.storage(), next);
    return next++;
  }

  /**
   * Notes that an operator returned a tensor.
   *
   * @param outermost whether no other operator called it
   */
  void setReturned(TensorReference tensor, boolean outermost) {
    returned.put(tensor.tensor(), new Returned(current(tensor), tensor.type(), outermost));
  }

  /**
   * Whether an operator returned a tensor, in the life that its memory now has.
   *
   * @param outermost whether this has to be one that no other operator called
   */
  boolean isReturned(TensorReference tensor, boolean outermost) {
    Returned last = returned.get(tensor.tensor());
    return last != null
        && last.version() == current(tensor)
        && last.type() == tensor.type()
        && (last.outermost() || !outermost);
  }
}
