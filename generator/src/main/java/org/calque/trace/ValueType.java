package org.calque.trace;

import java.util.List;

/**
 * What a type means for reading a value, worked out once for each distinct spelling.
 *
 * @param kind how the value is read
 * @param name the type as the writer calls it, such as {@code Stream}
 * @param element element type of a tensor, or {@code null} if unknown
 * @param elements types of a list's or tuple's elements
 */
record ValueType(Kind kind, String name, ElementType element, List<ValueType> elements) {

  /** How a value is read. */
  enum Kind {
    TENSOR,
    UNDEFINED_TENSOR,
    INT,
    DOUBLE,
    BOOL,
    STRING,
    DEVICE,
    NONE,
    SEQUENCE,
    OPAQUE
  }

  static final ValueType NONE = new ValueType(Kind.NONE, "None", null, List.of());

  static ValueType of(TypeName type) {
    return switch (type.kind()) {
      case "Tensor" -> tensor(type);
      case "Int" -> plain(Kind.INT, type);
      case "Double" -> plain(Kind.DOUBLE, type);
      case "Bool" -> plain(Kind.BOOL, type);
      case "String" -> plain(Kind.STRING, type);
      case "Device" -> plain(Kind.DEVICE, type);
      case "None" -> NONE;
      case "GenericList", "Tuple" ->
          new ValueType(
              Kind.SEQUENCE,
              type.kind(),
              null,
              type.elements().stream().map(ValueType::of).toList());
      default -> plain(Kind.OPAQUE, type);
    };
  }

  private static ValueType tensor(TypeName type) {
    boolean undefined = type.argument().startsWith("nullptr");
    return new ValueType(
        undefined ? Kind.UNDEFINED_TENSOR : Kind.TENSOR,
        "Tensor(" + type.argument() + ")",
        ElementType.ofTraceName(type.argument()).orElse(null),
        List.of());
  }

  private static ValueType plain(Kind kind, TypeName type) {
    return new ValueType(kind, type.kind(), null, List.of());
  }

  /** The writer cuts a list's types together with its values; a missing one is like the last. */
  ValueType element(int i) {
    return elements.isEmpty() ? NONE : elements.get(Math.min(i, elements.size() - 1));
  }
}
