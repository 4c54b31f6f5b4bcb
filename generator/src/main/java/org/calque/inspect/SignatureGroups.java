package org.calque.inspect;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.calque.replay.OperatorSchema;
import org.calque.replay.Signature;
import org.calque.trace.TensorReference;
import org.calque.trace.Timings;
import org.calque.trace.TraceNode;
import org.calque.trace.TraceValue;

/**
 * Operator calls grouped by what decides their cost. A trace keeps equal values once, so calls are
 * compared by the numbers of their values and a signature's text is made once.
 */
final class SignatureGroups {
  private final Map<Key, Group> groups = new LinkedHashMap<>();
  private final Map<Integer, Group> byNode = new HashMap<>();
  private final Map<Object, Integer> numbers = new HashMap<>();
  private final Map<Object, Integer> known = new IdentityHashMap<>();
  private Amounts total = Amounts.ZERO;

  /** Calls of one signature. */
  static final class Group {
    private final Signature signature;
    private final TraceNode first;
    private Amounts amounts = Amounts.ZERO;

    private Group(Signature signature, TraceNode first) {
      this.signature = signature;
      this.first = first;
    }

    Signature signature() {
      return signature;
    }

    /** The first call. */
    TraceNode first() {
      return first;
    }

    Amounts amounts() {
      return amounts;
    }

    /** What a call of this signature adds to sums. */
    Amounts amountsOf(TraceNode node, Optional<Timings> timings) {
      boolean timed = timings.isPresent() && timings.get().hasTime(node.index());
      return new Amounts(
          1,
          signature.flops(),
          signature.bytes(),
          timed ? timings.get().durationNanos(node.index()) : 0,
          timed ? timings.get().deviceNanos(node.index()) : 0);
    }
  }

  private record Key(String schema, int[] values) {
    @Override
    public boolean equals(Object o) {
      return o instanceof Key that
          && schema.equals(that.schema)
          && Arrays.equals(values, that.values);
    }

    @Override
    public int hashCode() {
      return schema.hashCode() * 31 + Arrays.hashCode(values);
    }
  }

  /** What of a tensor is part of a signature. */
  private record Shape(Object type, List<Long> sizes, List<Long> strides) {}

  private SignatureGroups() {}

  static SignatureGroups of(List<TraceNode> nodes, Optional<Timings> timings) {
    SignatureGroups groups = new SignatureGroups();
    for (TraceNode node : nodes) {
      Group group =
          groups.groups.computeIfAbsent(
              new Key(node.schema(), groups.numbers(node.inputs())),
              key -> new Group(Signature.of(node, OperatorSchema.parse(node.schema())), node));
      Amounts amounts = group.amountsOf(node, timings);
      group.amounts = group.amounts.plus(amounts);
      groups.total = groups.total.plus(amounts);
      groups.byNode.put(node.index(), group);
    }
    return groups;
  }

  /** The groups in order of their first call. */
  Collection<Group> all() {
    return groups.values();
  }

  /** The group of an outermost operator. */
  Group of(TraceNode node) {
    return byNode.get(node.index());
  }

  Amounts total() {
    return total;
  }

  private int[] numbers(List<TraceValue> values) {
    int[] result = new int[values.size()];
    for (int i = 0; i < result.length; i++) {
      result[i] = number(values.get(i));
    }
    return result;
  }

  private int number(TraceValue value) {
    Object shared = value instanceof TensorReference tensor ? tensor.layout() : value;
    Integer number = known.get(shared);
    if (number == null) {
      Object content = comparable(value);
      number = numbers.get(content);
      if (number == null) {
        number = numbers.size();
        numbers.put(content, number);
      }
      known.put(shared, number);
    }
    return number;
  }

  private Object comparable(TraceValue value) {
    if (value instanceof TensorReference tensor) {
      return new Shape(tensor.type(), list(tensor.sizes()), list(tensor.strides()));
    }
    if (value instanceof TraceValue.Sequence sequence) {
      List<Integer> elements = new ArrayList<>();
      sequence.elements().forEach(element -> elements.add(number(element)));
      return elements;
    }
    return value;
  }

  private static List<Long> list(long[] numbers) {
    return numbers == null ? List.of(-1L) : Arrays.stream(numbers).boxed().toList();
  }
}
