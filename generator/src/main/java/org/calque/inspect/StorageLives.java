package org.calque.inspect;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.calque.replay.TensorValues;
import org.calque.trace.ExecutionTrace;
import org.calque.trace.TensorLayout;
import org.calque.trace.TensorReference;
import org.calque.trace.TraceNode;

/**
 * The memory that outermost operators show. A trace's ids of storages are addresses, which are used
 * again after they are freed, so a storage has a life for each time that an operator returns it
 * without taking it. A storage that is taken before anything returned it existed before the
 * recording. All of this is an estimate: what no operator shows is not in it, and a life ends with
 * its last use.
 */
final class StorageLives {
  private final OutermostOperators operators;
  private final ExecutionTrace trace;
  private final boolean detailed;
  private int sums;
  private final Map<Long, Address> addresses = new HashMap<>();
  private final List<Life> lives = new ArrayList<>();

  /** A storage's id over the whole trace. */
  private static final class Address {
    private Life current;
    private long bytes;
    private int sum;
  }

  /** A tensor on a storage while that lives. */
  record TensorKey(long tensor, TensorLayout layout) {}

  /** First and last operator, by place, that takes or returns something. */
  static final class Uses {
    private final int first;
    private int last;
    private int count;

    Uses(int first) {
      this.first = first;
    }

    private void add(int operator) {
      if (operator != last || count == 0) {
        count++;
      }
      last = operator;
    }

    int first() {
      return first;
    }

    int last() {
      return last;
    }

    /** Operators that take or return it. */
    int count() {
      return count;
    }
  }

  /** One life of a storage. */
  static final class Life {
    private final long storage;
    private final int maker;
    private final Uses uses;
    private final Address address;
    private Map<TensorKey, Uses> tensors = Map.of();
    private boolean seen;
    private int lastTaker = -1;
    private long bytes;
    private TensorReference largest;

    private Life(Address address, int maker, int first, TensorReference tensor) {
      this.address = address;
      storage = tensor.storage();
      this.maker = maker;
      uses = new Uses(first);
      largest = tensor;
    }

    long storage() {
      return storage;
    }

    /** Whether it existed before the recording. */
    boolean isFromBefore() {
      return maker < 0;
    }

    /** Place of the operator that made it; -1 for none. */
    int maker() {
      return maker;
    }

    Uses uses() {
      return uses;
    }

    /** The tensors on it, if asked for. */
    Map<TensorKey, Uses> tensors() {
      return tensors;
    }

    /** Bytes up to the farthest element that a tensor on it reaches. */
    long bytes() {
      return bytes;
    }

    /** The tensor that reaches farthest. */
    TensorReference largest() {
      return largest;
    }
  }

  /**
   * Sums for a device or for all.
   *
   * @param storages distinct ids
   * @param bytesBefore of what existed before the recording
   * @param bytesMade of what operators made, one after the other
   * @param peak most that was alive at one time
   * @param distinctBytes largest extents of the distinct ids, an upper bound of what a replay needs
   */
  record Sum(long storages, long bytesBefore, long bytesMade, long peak, long distinctBytes) {}

  private StorageLives(ExecutionTrace trace, OutermostOperators operators, boolean detailed) {
    this.trace = trace;
    this.operators = operators;
    this.detailed = detailed;
  }

  /**
   * Follows storages through a trace.
   *
   * @param detailed whether to tell the tensors on each apart
   */
  static StorageLives of(ExecutionTrace trace, OutermostOperators operators, boolean detailed) {
    StorageLives lives = new StorageLives(trace, operators, detailed);
    for (int i = 0; i < trace.size(); i++) {
      int owner = operators.owners()[i];
      if (owner == i) {
        lives.call(trace.at(i));
      } else if (owner >= 0) {
        lives.inside(trace.at(i), owner);
      }
    }
    lives.lives.removeIf(life -> !life.seen);
    return lives;
  }

  private void call(TraceNode node) {
    int i = node.index();
    TensorValues.forEach(node.inputs(), tensor -> take(tensor, i));
    TensorValues.forEach(node.outputs(), tensor -> give(tensor, i, true));
  }

  private void inside(TraceNode node, int owner) {
    TensorValues.forEach(
        node.inputs(),
        tensor -> {
          Address address = addresses.get(tensor.storage());
          if (address != null) {
            address.current.lastTaker = owner;
          }
        });
    TensorValues.forEach(node.outputs(), tensor -> give(tensor, owner, false));
  }

  private void take(TensorReference tensor, int operator) {
    if (tensor.elements() == 0) {
      return;
    }
    Address address = address(tensor);
    Life life = address.current;
    if (life == null) {
      life = begin(address, tensor, -1, operator);
    }
    life.lastTaker = operator;
    show(life, tensor, operator);
  }

  private void give(TensorReference tensor, int operator, boolean shown) {
    if (tensor.elements() == 0) {
      return;
    }
    Address address = address(tensor);
    Life life = address.current;
    if (life == null || (life.lastTaker != operator && life.maker != operator)) {
      life = begin(address, tensor, operator, operator);
    }
    if (shown) {
      show(life, tensor, operator);
    }
  }

  private Address address(TensorReference tensor) {
    return addresses.computeIfAbsent(tensor.storage(), id -> new Address());
  }

  private Life begin(Address address, TensorReference tensor, int maker, int first) {
    Life life = new Life(address, maker, first, tensor);
    address.current = life;
    lives.add(life);
    return life;
  }

  private void show(Life life, TensorReference tensor, int operator) {
    life.seen = true;
    life.uses.add(operator);
    long bytes = tensor.extentBytes();
    if (bytes > life.bytes) {
      life.bytes = bytes;
      life.largest = tensor;
    }
    life.address.bytes = Math.max(life.address.bytes, bytes);
    if (detailed) {
      if (life.tensors.isEmpty()) {
        life.tensors = new LinkedHashMap<>();
      }
      life.tensors
          .computeIfAbsent(
              new TensorKey(tensor.tensor(), tensor.layout()), key -> new Uses(operator))
          .add(operator);
    }
  }

  /** Lives of which an outermost operator shows something, in order of their beginning. */
  List<Life> all() {
    return Collections.unmodifiableList(lives);
  }

  /** Sums over everything. */
  Sum total() {
    return sum(all());
  }

  /** Sums by device, in order of their names. */
  Map<String, Sum> byDevice() {
    Map<String, List<Life>> devices = new TreeMap<>();
    for (Life life : all()) {
      devices.computeIfAbsent(life.largest.device(), d -> new ArrayList<>()).add(life);
    }
    Map<String, Sum> sums = new TreeMap<>();
    devices.forEach((device, some) -> sums.put(device, sum(some)));
    return sums;
  }

  private Sum sum(List<Life> some) {
    long before = 0;
    long made = 0;
    long distinct = 0;
    long storages = 0;
    sums++;
    for (Life life : some) {
      before += life.isFromBefore() ? life.bytes : 0;
      made += life.isFromBefore() ? 0 : life.bytes;
      if (life.address.sum != sums) {
        life.address.sum = sums;
        distinct += life.address.bytes;
        storages++;
      }
    }
    return new Sum(storages, before, made, before + mostMade(some), distinct);
  }

  /** The most bytes that are alive at one time among those that operators made. */
  private long mostMade(List<Life> some) {
    long[] changes = new long[operators.owners().length + 1];
    for (Life life : some) {
      if (!life.isFromBefore()) {
        changes[life.uses.first] += life.bytes;
        changes[life.uses.last + 1] -= life.bytes;
      }
    }
    Arrays.setAll(changes, i -> i == 0 ? changes[0] : changes[i - 1] + changes[i]);
    return Arrays.stream(changes).max().orElse(0);
  }

  TraceNode operator(int place) {
    return trace.at(place);
  }
}
