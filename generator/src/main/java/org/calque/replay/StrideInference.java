package org.calque.replay;

import com.carrotsearch.hppc.IntArrayList;
import com.carrotsearch.hppc.LongObjectHashMap;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import org.calque.trace.ExecutionTrace;
import org.calque.trace.TensorLayout;
import org.calque.trace.TensorReference;
import org.calque.trace.TraceNode;
import org.calque.trace.TraceValue;

/**
 * Strides for traces whose schema has none, as far as operators tell them: in their arguments, by a
 * memory format, or because they leave elements where they are. A tensor of which nothing is told
 * counts as contiguous.
 */
final class StrideInference {
  private static final int CONTIGUOUS = 0;
  private static final int CHANNELS_LAST = 2;
  private static final int CHANNELS_LAST_3D = 3;

  /** Arguments are not checked as tensors are when a trace is read. */
  private static final double MOST_ELEMENTS = 1L << 40;

  /** The argument called {@code stride} is that of a tensor; a convolution's is not. */
  private static final Set<String> TAKE_STRIDES =
      Set.of("as_strided", "as_strided_", "empty_strided", "new_empty_strided", "_reshape_alias");

  private static final Set<String> SAME_LAYOUT = Set.of("alias", "detach", "detach_", "lift_fresh");
  private static final Set<String> RESHAPE = Set.of("view", "_unsafe_view", "reshape", "flatten");

  /** Without a format they lay out their result as their operand. */
  private static final Set<String> PRESERVE = Set.of("empty_like", "clone", "_to_copy");

  private final ExecutionTrace trace;
  private final Groups inside;
  private final OperatorSchemas schemas;
  private final boolean needed;
  private final LongObjectHashMap<Known> known = new LongObjectHashMap<>();

  /** What operators tell of tensors that no operator made. */
  private final LongObjectHashMap<Known> existing = new LongObjectHashMap<>();

  /** How a tensor object lies on a storage; strides are {@code null} where nothing tells. */
  private record Known(long storage, long[] sizes, long[] strides) {
    boolean isOf(TensorReference tensor) {
      return storage == tensor.storage() && Arrays.equals(sizes, tensor.sizes());
    }
  }

  private StrideInference(
      ExecutionTrace trace, Groups inside, OperatorSchemas schemas, boolean needed) {
    this.trace = trace;
    this.inside = inside;
    this.schemas = schemas;
    this.needed = needed;
  }

  /**
   * Reads a step once, for what operators tell of tensors that others take before them.
   *
   * @param inside the operators below each selected node
   */
  static StrideInference of(
      ExecutionTrace trace, IntArrayList selected, Groups inside, OperatorSchemas schemas) {
    boolean needed = false;
    for (int i = 0; i < selected.size() && !needed; i++) {
      needed = lacksStrides(trace.at(selected.get(i)));
    }
    StrideInference strides = new StrideInference(trace, inside, schemas, needed);
    for (int i = 0; i < selected.size(); i++) {
      strides.learn(trace.at(selected.get(i)));
    }
    strides.known.clear();
    return strides;
  }

  private static boolean lacksStrides(TraceNode node) {
    boolean[] lacks = {false};
    TensorValues.forEach(node.inputs(), tensor -> lacks[0] |= tensor.strides() == null);
    TensorValues.forEach(node.outputs(), tensor -> lacks[0] |= tensor.strides() == null);
    return lacks[0];
  }

  /** The tensor with its strides, where it has them or something tells them. */
  TensorReference of(TensorReference tensor) {
    if (tensor.strides() != null) {
      return tensor;
    }
    Known layout = known.getOrDefault(tensor.tensor(), existing.get(tensor.tensor()));
    return layout != null && layout.strides() != null && layout.isOf(tensor)
        ? tensor.withStrides(layout.strides())
        : tensor;
  }

  /** Takes note of what a selected node did, and the operators inside it. */
  void learn(TraceNode node) {
    if (!needed) {
      return;
    }
    learnOne(node);
    for (int i = 0; i < inside.size(node.index()); i++) {
      learnOne(trace.at(inside.member(node.index(), i)));
    }
    learnOperand(node);
    for (int i = 0; i < inside.size(node.index()); i++) {
      learnOperand(trace.at(inside.member(node.index(), i)));
    }
  }

  private void learnOne(TraceNode node) {
    OperatorSchema schema = schemas.of(node.schema());
    TensorReference self = self(node);
    TensorValues.forEach(
        node.outputs(),
        result -> {
          long[] told = told(node, schema, self, result);
          boolean isUnchanged = self != null && isSame(self, result) && told == null;
          if (result.strides() == null && !isUnchanged) {
            if (self != null && isSame(self, result)) {
              add(existing, self, told);
            }
            known.put(result.tensor(), new Known(result.storage(), result.sizes(), told));
          }
        });
  }

  /** A result that lies as its operand does tells how that one lies. */
  private void learnOperand(TraceNode node) {
    OperatorSchema schema = schemas.of(node.schema());
    TensorReference self = self(node);
    if (self != null
        && PRESERVE.contains(schema.baseName())
        && format(node, schema) < 0
        && !node.outputs().isEmpty()
        && node.outputs().get(0) instanceof TensorReference result
        && Arrays.equals(self.sizes(), result.sizes())) {
      add(existing, self, of(result).strides());
    }
  }

  private void add(LongObjectHashMap<Known> to, TensorReference tensor, long[] strides) {
    if (strides != null && !known.containsKey(tensor.tensor())) {
      to.put(tensor.tensor(), new Known(tensor.storage(), tensor.sizes(), strides));
    }
  }

  private static TensorReference self(TraceNode node) {
    List<TraceValue> inputs = node.inputs();
    return !inputs.isEmpty() && inputs.get(0) instanceof TensorReference tensor ? tensor : null;
  }

  private static boolean isSame(TensorReference a, TensorReference b) {
    return a.tensor() == b.tensor()
        && a.storage() == b.storage()
        && Arrays.equals(a.sizes(), b.sizes());
  }

  /** What a node tells of the strides of a result, or {@code null}. */
  private long[] told(
      TraceNode node, OperatorSchema schema, TensorReference self, TensorReference result) {
    String name = schema.baseName();
    if (TAKE_STRIDES.contains(name)) {
      return strides(argument(node, schema, "stride"), result.sizes());
    }
    boolean sharesMemory = self != null && self.storage() == result.storage();
    long[] own = sharesMemory ? of(self).strides() : null;
    if (own != null && SAME_LAYOUT.contains(name)) {
      return own;
    } else if (own != null && RESHAPE.contains(name)) {
      return ViewStrides.reshaped(self.sizes(), own, result.sizes());
    }
    return switch (format(node, schema)) {
      case CONTIGUOUS -> TensorLayout.contiguousStrides(result.sizes());
      case CHANNELS_LAST, CHANNELS_LAST_3D -> ViewStrides.channelsLast(result.sizes());
      default -> null;
    };
  }

  /** The number of the memory format that a node names; negative for none. */
  private static int format(TraceNode node, OperatorSchema schema) {
    return argument(node, schema, "memory_format") instanceof TraceValue.Int format
            && format.value() != 1
        ? (int) format.value()
        : -1;
  }

  private static TraceValue argument(TraceNode node, OperatorSchema schema, String name) {
    List<TraceValue> inputs = node.inputs();
    for (int i = 0; i < inputs.size(); i++) {
      if (schema.argumentName(i).equals(name)) {
        return inputs.get(i);
      }
    }
    return null;
  }

  /** A list of numbers as strides, if it can be those of a tensor that a trace may have. */
  private static long[] strides(TraceValue value, long[] sizes) {
    if (!(value instanceof TraceValue.Sequence list) || list.elements().size() != sizes.length) {
      return null;
    }
    long[] strides = new long[sizes.length];
    double reach = 0;
    for (int i = 0; i < sizes.length; i++) {
      if (!(list.elements().get(i) instanceof TraceValue.Int stride) || stride.value() < 0) {
        return null;
      }
      strides[i] = stride.value();
      reach += (double) sizes[i] * strides[i];
    }
    return reach <= MOST_ELEMENTS ? strides : null;
  }
}
