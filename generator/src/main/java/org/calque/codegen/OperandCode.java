package org.calque.codegen;

import com.palantir.javapoet.CodeBlock;
import java.util.List;
import java.util.stream.Stream;
import org.calque.replay.Operand;
import org.calque.replay.Result;
import org.calque.trace.TraceValue;

/** The Java expression of an operand or result, in the words of the runtime's factories. */
final class OperandCode {
  private OperandCode() {}

  static CodeBlock of(Operand operand) {
    if (operand instanceof Operand.Tensor tensor) {
      return CodeBlock.of("$L($L)", factory(tensor.use()), tensor.slot());
    }
    if (operand instanceof Operand.TensorList list) {
      return call("tensors", list.elements().stream().map(OperandCode::of));
    }
    return constant(((Operand.Constant) operand).value());
  }

  static String factory(Operand.Use use) {
    return switch (use) {
      case READ -> "slot";
      case LAST -> "last";
      case WRITTEN -> "written";
    };
  }

  static CodeBlock of(Result result) {
    if (result instanceof Result.Slot slot) {
      return CodeBlock.of("slot($L)", slot.slot());
    }
    if (result instanceof Result.Elements list) {
      return call("slots", list.elements().stream().map(OperandCode::of));
    }
    return CodeBlock.of("dropped()");
  }

  private static CodeBlock constant(TraceValue value) {
    if (value instanceof TraceValue.Int number) {
      return CodeBlock.of("number($L)", integer(number.value()));
    } else if (value instanceof TraceValue.Real number) {
      return CodeBlock.of("number($L)", real(number.value()));
    } else if (value instanceof TraceValue.Bool flag) {
      return CodeBlock.of("flag($L)", flag.value());
    } else if (value instanceof TraceValue.Text text) {
      return CodeBlock.of("text($L)", StringCode.of(text.value()));
    } else if (value instanceof TraceValue.Device device) {
      return CodeBlock.of("device($L)", StringCode.of(device.name()));
    } else if (value instanceof TraceValue.Opaque opaque) {
      return CodeBlock.of("unrecorded($L)", StringCode.of(opaque.kind()));
    } else if (value instanceof TraceValue.Sequence sequence) {
      return list(sequence.elements());
    }
    return CodeBlock.of("none()");
  }

  private static CodeBlock list(List<TraceValue> elements) {
    if (elements.stream().allMatch(TraceValue.Int.class::isInstance)) {
      return call(
          "ints",
          elements.stream().map(e -> CodeBlock.of("$L", integer(((TraceValue.Int) e).value()))));
    } else if (elements.stream().allMatch(TraceValue.Bool.class::isInstance)) {
      return call(
          "flags", elements.stream().map(e -> CodeBlock.of("$L", ((TraceValue.Bool) e).value())));
    } else if (elements.stream().allMatch(TraceValue.Real.class::isInstance)) {
      return call(
          "doubles",
          elements.stream().map(e -> CodeBlock.of("$L", real(((TraceValue.Real) e).value()))));
    } else if (elements.stream().allMatch(TraceValue.None.class::isInstance)) {
      return call("tensors", elements.stream().map(OperandCode::constant));
    }
    return call("constants", elements.stream().map(OperandCode::constant));
  }

  static CodeBlock call(String factory, Stream<CodeBlock> arguments) {
    return CodeBlock.of("$L($L)", factory, CodeBlock.join(arguments.toList(), ",$W"));
  }

  static String integer(long value) {
    return value == (int) value ? Long.toString(value) : value + "L";
  }

  static String real(double value) {
    if (Double.isNaN(value)) {
      return "Double.NaN";
    } else if (Double.isInfinite(value)) {
      return value > 0 ? "Double.POSITIVE_INFINITY" : "Double.NEGATIVE_INFINITY";
    }
    return Double.toString(value);
  }
}
