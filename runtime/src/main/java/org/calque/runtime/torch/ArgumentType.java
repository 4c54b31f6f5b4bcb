package org.calque.runtime.torch;

import org.bytedeco.pytorch.Type;
import org.bytedeco.pytorch.global.torch.TypeKind;

/**
 * The type of an argument or a returned value, read from an operator schema once.
 *
 * @param kind what the dispatcher takes; {@code SymInt} and enumerations show as integers
 * @param pointer LibTorch's own description
 * @param element what an optional or a list contains, {@code null} for other kinds
 * @param text as PyTorch writes it, such as {@code int[]?}
 */
record ArgumentType(TypeKind kind, Type.TypePtr pointer, ArgumentType element, String text) {

  /** Reads a type. */
  static ArgumentType read(Type.TypePtr pointer) {
    Type type = pointer.get();
    TypeKind kind = type.kind().intern();
    boolean contains = kind == TypeKind.OptionalType || kind == TypeKind.ListType;
    return new ArgumentType(
        kind, pointer, contains ? read(type.containedType(0)) : null, type.str().getString());
  }

  /** Whether {@code None} may be passed. */
  boolean optional() {
    return kind == TypeKind.OptionalType;
  }

  /** The type itself, or what an optional contains. */
  ArgumentType required() {
    return optional() ? element : this;
  }

  /** Whether a tensor may be passed. */
  boolean takesTensor() {
    TypeKind required = required().kind;
    return required == TypeKind.TensorType || required == TypeKind.AnyType;
  }

  /** Whether a list of tensors may be passed. */
  boolean takesTensors() {
    ArgumentType list = required();
    return list.kind == TypeKind.ListType && list.element.required().kind == TypeKind.TensorType;
  }
}
