package org.calque.values;

import java.util.Arrays;
import java.util.List;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;
import org.calque.trace.TensorReference;
import org.calque.trace.TraceValue;

/**
 * One tensor that a recorded call takes, and what the trace says of the call around it. Where the
 * call has not what is asked for, the answer is an absent tensor, whose sizes are 0.
 *
 * @param operator name without namespace and overload, such as {@code index_add_}
 * @param names names of the arguments, in schema order
 * @param inputs recorded arguments
 * @param outputs recorded results
 * @param argument position of the argument
 * @param element position in the argument's list; 0 where it is no list
 * @param external whether the tensor at an argument's position exists before the step
 */
public record OperandUse(
    String operator,
    List<String> names,
    List<TraceValue> inputs,
    List<TraceValue> outputs,
    int argument,
    int element,
    IntPredicate external) {

  /** Sizes of a tensor of the call. */
  record Shape(long[] sizes) {
    private static final Shape ABSENT = new Shape(new long[] {0});

    int rank() {
      return sizes.length;
    }

    /** The length of a dimension, which may be counted from the end; 0 if there is none. */
    long size(long dimension) {
      long place = dimension < 0 ? dimension + sizes.length : dimension;
      return place >= 0 && place < sizes.length ? sizes[(int) place] : 0;
    }

    long last() {
      return size(-1);
    }

    long elements() {
      return product(sizes.length);
    }

    /** Elements of the last dimensions. */
    long product(int dimensions) {
      return IntStream.range(Math.max(0, sizes.length - dimensions), sizes.length)
          .mapToLong(i -> sizes[i])
          .reduce(1, (a, b) -> a * b);
    }

    @Override
    public boolean equals(Object o) {
      return o instanceof Shape that && Arrays.equals(sizes, that.sizes);
    }

    @Override
    public int hashCode() {
      return Arrays.hashCode(sizes);
    }
  }

  /** Whether the operator writes its first operand, by its name. */
  boolean inPlace() {
    return operator.endsWith("_");
  }

  /** Name of the argument; empty where the schema has none. */
  public String name() {
    return argument < names.size() ? names.get(argument) : "";
  }

  /** The tensor itself. */
  public TensorReference tensor() {
    return (TensorReference)
        (inputs.get(argument) instanceof TraceValue.Sequence list
            ? list.elements().get(element)
            : inputs.get(argument));
  }

  /** Whether its elements are floating-point or complex numbers. */
  boolean isFloating() {
    return tensor().type().isFloating() || tensor().type().isComplex();
  }

  Shape shape() {
    return shape(tensor());
  }

  /** The tensor at an argument's position, or the first of a list of tensors there. */
  Shape shape(int position) {
    return position < inputs.size() ? shape(inputs.get(position)) : Shape.ABSENT;
  }

  Shape shape(String name) {
    int position = names.indexOf(name);
    return position < 0 ? Shape.ABSENT : shape(position);
  }

  /** A result, or the first of a list of results. */
  Shape result(int position) {
    return position < outputs.size() ? shape(outputs.get(position)) : Shape.ABSENT;
  }

  private static Shape shape(TraceValue value) {
    if (value instanceof TensorReference tensor) {
      return new Shape(tensor.sizes());
    }
    return value instanceof TraceValue.Sequence list && !list.elements().isEmpty()
        ? shape(list.elements().get(0))
        : Shape.ABSENT;
  }

  /** An integer argument, or {@code otherwise} where the call has none of that name. */
  long integer(String name, long otherwise) {
    return value(name) instanceof TraceValue.Int number ? number.value() : otherwise;
  }

  /** Whether a flag of that name is set. */
  boolean flag(String name) {
    return value(name) instanceof TraceValue.Bool flag && flag.value();
  }

  /** A list of integers; empty where the call has none of that name. */
  long[] integers(String name) {
    return value(name) instanceof TraceValue.Sequence list
        ? list.elements().stream()
            .filter(TraceValue.Int.class::isInstance)
            .mapToLong(element -> ((TraceValue.Int) element).value())
            .toArray()
        : new long[0];
  }

  /** The recorded argument of that name, or {@code null}. */
  TraceValue value(String name) {
    int position = names.indexOf(name);
    return position >= 0 && position < inputs.size() ? inputs.get(position) : null;
  }

  /** Whether the call looks rows up in a table of embeddings, be they of words or of positions. */
  public boolean isEmbedding() {
    return operator.startsWith("embedding");
  }

  /** Whether the call looks rows up in a matrix that exists before the step. */
  boolean isTableLookup(long dimension) {
    return dimension == 0 && shape(0).rank() == 2 && external.test(0);
  }
}
