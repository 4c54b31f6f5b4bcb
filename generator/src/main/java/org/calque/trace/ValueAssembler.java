package org.calque.trace;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Makes values of the parallel lists in which a node records them: raw JSON values, types, shapes
 * and, in newer schemas, strides. Raw JSON is {@link List}, {@link Long}, {@link Double}, {@link
 * Boolean}, {@link String} or {@code null}.
 */
final class ValueAssembler {
  private static final long MAX_ELEMENTS = 1L << 48;

  /** PyTorch's iterators take no more. */
  private static final int MAX_DIMENSIONS = 64;

  private ValueAssembler() {}

  static List<TraceValue> values(
      List<Object> values, List<Object> types, List<Object> shapes, List<Object> strides) {
    List<TraceValue> result = new ArrayList<>(values.size());
    for (int i = 0; i < values.size(); i++) {
      TypeName type = TypeName.parse(i < types.size() ? String.valueOf(types.get(i)) : "None");
      result.add(value(values.get(i), type, at(shapes, i), at(strides, i)));
    }
    return result;
  }

  private static Object at(Object list, int i) {
    return list instanceof List<?> elements && i < elements.size() ? elements.get(i) : null;
  }

  private static TraceValue value(Object raw, TypeName type, Object shape, Object strides) {
    if (type.isSequence() && raw instanceof List<?> elements) {
      return new TraceValue.Sequence(
          IntStream.range(0, elements.size())
              .mapToObj(
                  i -> value(elements.get(i), elementType(type, i), at(shape, i), at(strides, i)))
              .toList());
    }
    return switch (type.kind()) {
      case "Tensor" -> tensor(raw, type, shape, strides);
      case "Int" -> raw instanceof Long number ? new TraceValue.Int(number) : opaque(raw, type);
      case "Double" -> real(raw, type);
      case "Bool" -> raw instanceof Boolean flag ? new TraceValue.Bool(flag) : opaque(raw, type);
      case "String" -> raw instanceof String text ? new TraceValue.Text(text) : opaque(raw, type);
      case "Device" -> new TraceValue.Device(String.valueOf(raw));
      case "None" -> new TraceValue.None();
      default -> new TraceValue.Opaque(type.kind());
    };
  }

  /** The writer cuts a list's types together with its values; a missing one is like the last. */
  private static TypeName elementType(TypeName list, int i) {
    List<TypeName> elements = list.elements();
    if (elements.isEmpty()) {
      return TypeName.parse("None");
    }
    return elements.get(Math.min(i, elements.size() - 1));
  }

  private static TraceValue opaque(Object raw, TypeName type) {
    return "<None>".equals(raw) ? new TraceValue.None() : new TraceValue.Opaque(type.kind());
  }

  private static TraceValue real(Object raw, TypeName type) {
    if (raw instanceof Number number) {
      return new TraceValue.Real(number.doubleValue());
    }
    return switch (String.valueOf(raw)) {
      case "inf" -> new TraceValue.Real(Double.POSITIVE_INFINITY);
      case "-inf" -> new TraceValue.Real(Double.NEGATIVE_INFINITY);
      case "nan", "-nan" -> new TraceValue.Real(Double.NaN);
      default -> opaque(raw, type);
    };
  }

  private static TraceValue tensor(Object raw, TypeName type, Object shape, Object strides) {
    if (type.argument().startsWith("nullptr")) {
      return new TraceValue.None();
    }
    if (!(raw instanceof List<?> fields) || fields.size() < 5) {
      return new TraceValue.Opaque("Tensor(" + type.argument() + ")");
    }
    ElementType element = ElementType.ofTraceName(type.argument()).orElse(null);
    long[] sizes = longs(shape);
    if (element == null || sizes == null) {
      return new TraceValue.Opaque("Tensor(" + type.argument() + ")");
    }
    long[] steps = longs(strides);
    TensorReference tensor =
        new TensorReference(
            integer(fields.get(0)),
            integer(fields.get(1)),
            integer(fields.get(2)),
            integer(fields.get(3)),
            fields.size() > 5 ? String.valueOf(fields.get(5)) : "",
            element,
            sizes,
            steps != null && steps.length == sizes.length ? steps : null);
    checkSize(tensor);
    return tensor;
  }

  /** In floating point, because the products of a damaged trace overflow. */
  private static void checkSize(TensorReference tensor) {
    double elements = 1;
    double extent = tensor.offset();
    boolean possible = tensor.offset() >= 0 && tensor.sizes().length <= MAX_DIMENSIONS;
    long[] strides = tensor.layoutStrides();
    for (int i = 0; i < strides.length; i++) {
      long size = tensor.sizes()[i];
      possible &= size >= 0 && strides[i] >= 0;
      elements *= Math.max(size, 1);
      extent += (double) Math.max(size - 1, 0) * strides[i];
    }
    if (!possible || elements > MAX_ELEMENTS || extent > MAX_ELEMENTS) {
      throw new IllegalArgumentException("tensor " + tensor + " has an impossible size");
    }
  }

  private static long integer(Object raw) {
    if (raw instanceof Long number) {
      return number;
    }
    throw new IllegalArgumentException("tensor field " + raw + " is not an integer");
  }

  private static long[] longs(Object list) {
    if (!(list instanceof List<?> elements)) {
      return null;
    }
    long[] result = new long[elements.size()];
    for (int i = 0; i < result.length; i++) {
      if (!(elements.get(i) instanceof Long number)) {
        return null;
      }
      result[i] = number;
    }
    return result;
  }
}
