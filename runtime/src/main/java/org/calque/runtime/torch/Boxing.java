package org.calque.runtime.torch;

import java.util.List;
import org.bytedeco.pytorch.Device;
import org.bytedeco.pytorch.GenericList;
import org.bytedeco.pytorch.IValue;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch.TypeKind;
import org.calque.runtime.Operand.DeviceName;
import org.calque.runtime.Operand.Unrecorded;
import org.calque.runtime.UnsupportedOperatorException;

/**
 * Turns the constants of one argument into the values that the dispatcher passes. What a constant
 * becomes is decided by the type in the schema: 1 is an integer, a truth value or a floating-point
 * number, and an empty list needs the type of the elements it does not have.
 *
 * @param operator qualified name with overload, for messages
 * @param argument name of the argument, for messages
 * @param placement where what the recording has on a device goes
 */
record Boxing(String operator, String argument, Placement placement) {

  /**
   * Boxes a constant.
   *
   * @param value {@code null}, a {@link Long}, {@link Double}, {@link Boolean}, {@link String},
   *     {@link DeviceName}, {@link Unrecorded} or a {@link List} of those
   * @return a value that the caller frees
   * @throws UnsupportedOperatorException if the argument does not take it
   */
  IValue box(Object value, ArgumentType type) {
    if (value instanceof Unrecorded && type.required().kind() != TypeKind.GeneratorType) {
      throw refused(value, type);
    }
    return switch (type.kind()) {
      case OptionalType -> value == null ? new IValue() : box(value, type.element());
      // A generator is state, not a value: operators draw from the session's.
      case GeneratorType -> new IValue();
      case TensorType -> {
        require(value == null, value, type);
        yield undefined();
      }
      case IntType, SymIntType -> new IValue(integer(value, type));
      case FloatType, SymFloatType -> new IValue(real(value, type));
      case BoolType, SymBoolType -> new IValue(truth(value, type));
      case NumberType, AnyType -> scalar(value, type);
      case StringType -> {
        require(value instanceof String || value instanceof DeviceName, value, type);
        yield new IValue(value instanceof DeviceName device ? device.name() : (String) value);
      }
      case DeviceObjType -> {
        require(value instanceof String || value instanceof DeviceName, value, type);
        yield device(value instanceof DeviceName named ? named.name() : (String) value);
      }
      case ListType -> list(value, type);
      default -> throw refused(value, type);
    };
  }

  /** Where a tensor must be passed but none was: PyTorch's undefined tensor. */
  static IValue undefined() {
    try (Tensor none = new Tensor()) {
      return new IValue(none);
    }
  }

  private IValue device(String recorded) {
    try (Device device = new Device(placement.device(recorded).name())) {
      return new IValue(device);
    }
  }

  private long integer(Object value, ArgumentType type) {
    if (value instanceof Boolean truth) {
      return truth ? 1 : 0;
    }
    require(value instanceof Long, value, type);
    return (Long) value;
  }

  private double real(Object value, ArgumentType type) {
    if (value instanceof Boolean truth) {
      return truth ? 1 : 0;
    }
    require(value instanceof Number, value, type);
    return ((Number) value).doubleValue();
  }

  private boolean truth(Object value, ArgumentType type) {
    if (value instanceof Long number && (number == 0 || number == 1)) {
      return number == 1;
    }
    require(value instanceof Boolean, value, type);
    return (Boolean) value;
  }

  private IValue scalar(Object value, ArgumentType type) {
    if (value instanceof Boolean truth) {
      return new IValue((boolean) truth);
    } else if (value instanceof Double real) {
      return new IValue((double) real);
    } else if (value instanceof Long integer) {
      return new IValue((long) integer);
    } else if (value instanceof String text && type.kind() == TypeKind.AnyType) {
      return new IValue(text);
    }
    throw refused(value, type);
  }

  private IValue list(Object value, ArgumentType type) {
    require(value instanceof List<?>, value, type);
    try (GenericList list = new GenericList(type.element().pointer())) {
      for (Object element : (List<?>) value) {
        try (IValue boxed = box(element, type.element())) {
          list.push_back(boxed);
        }
      }
      return new IValue(list);
    }
  }

  private void require(boolean suitable, Object value, ArgumentType type) {
    if (!suitable) {
      throw refused(value, type);
    }
  }

  /** The exception for an operand that the argument does not take. */
  UnsupportedOperatorException refused(Object value, ArgumentType type) {
    return new UnsupportedOperatorException(
        operator, "argument '" + argument + "' takes " + type.text() + ", not " + spelled(value));
  }

  private static String spelled(Object value) {
    if (value == null) {
      return "None";
    }
    if (value instanceof Unrecorded unrecorded) {
      return "a value of kind " + unrecorded.kind() + ", which traces do not record";
    }
    return value instanceof DeviceName device ? device.name() : value.toString();
  }
}
