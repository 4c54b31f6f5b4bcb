package org.calque.inspect;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.calque.replay.Signature;
import org.calque.trace.ElementType;
import org.calque.trace.TensorLayout;
import org.calque.trace.TensorReference;
import org.calque.trace.TraceValue;

/**
 * Recorded values as people read them. Tensors are written as PyTorch's compiler writes them,
 * {@code f32[8, 16]}, with {@code /1,8} for strides where they are not those of a contiguous
 * tensor.
 */
final class ValueText {
  private static final int ELEMENTS_SHOWN = 8;

  private ValueText() {}

  /** Such as {@code f32[8, 16], 1, [0, 1], None}; long lists are cut with their length. */
  static String of(List<TraceValue> values) {
    List<String> texts = new ArrayList<>();
    values.forEach(value -> texts.add(of(value, ELEMENTS_SHOWN)));
    return String.join(", ", texts);
  }

  /** The whole value. */
  static String of(TraceValue value) {
    return of(value, Integer.MAX_VALUE);
  }

  static String of(TensorLayout layout) {
    long[] strides = layout.strides();
    boolean contiguous =
        strides == null || Arrays.equals(strides, TensorLayout.contiguousStrides(layout.sizes()));
    return abbreviation(layout.type())
        + Arrays.toString(layout.sizes())
        + (contiguous ? "" : "/" + Arrays.toString(strides).replaceAll("[\\[\\] ]", ""));
  }

  /** Such as {@code f32}, {@code bf16}, {@code i64}, {@code b8}, {@code f8_e5m2}. */
  private static String abbreviation(ElementType type) {
    return type == ElementType.BOOL
        ? "b8"
        : type.shortName()
            .replace("float", "f")
            .replace("complex", "c")
            .replace("uint", "u")
            .replace("int", "i");
  }

  private static String of(TraceValue value, int most) {
    if (value instanceof TensorReference tensor) {
      return of(tensor.layout());
    } else if (value instanceof TraceValue.Sequence sequence) {
      return of(sequence, most);
    }
    return Signature.plainText(value);
  }

  private static String of(TraceValue.Sequence sequence, int most) {
    List<TraceValue> elements = sequence.elements();
    List<String> texts = new ArrayList<>();
    for (int i = 0; i < Math.min(elements.size(), most); i++) {
      texts.add(of(elements.get(i), most));
    }
    return "["
        + String.join(", ", texts)
        + (elements.size() > most ? ", ... " + elements.size() + " in all" : "")
        + "]";
  }
}
