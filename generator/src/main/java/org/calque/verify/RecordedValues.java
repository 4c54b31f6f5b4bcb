package org.calque.verify;

import java.util.Arrays;
import java.util.Optional;
import org.calque.replay.Signature;
import org.calque.trace.TensorReference;
import org.calque.trace.TraceValue;

/** Compares single values of two traces; lists are compared element by element elsewhere. */
final class RecordedValues {
  /** The writer keeps six decimals. */
  private static final double DECIMALS = 1e6;

  private RecordedValues() {}

  /** What differs, or empty. Strides are compared where both traces have them. */
  static Optional<Mismatch> compare(TraceValue expected, TraceValue found) {
    if (expected instanceof TensorReference recorded && found instanceof TensorReference replayed) {
      return tensors(recorded, replayed);
    }
    return same(expected, found)
        ? Optional.empty()
        : Optional.of(new Mismatch(text(expected), text(found)));
  }

  /** Whether the trace has no more than the kind of a value. */
  static boolean isUnrecorded(TraceValue expected, TraceValue found) {
    return expected instanceof TraceValue.Opaque
        && (found instanceof TraceValue.None || found instanceof TraceValue.Opaque);
  }

  /** Whether a tensor or an argument names another device than the replay's. */
  static boolean isElsewhere(TraceValue expected, TraceValue found) {
    String recorded = device(expected);
    String replayed = device(found);
    return !recorded.isEmpty() && !replayed.isEmpty() && !recorded.equals(replayed);
  }

  private static String device(TraceValue value) {
    if (value instanceof TensorReference tensor) {
      return tensor.device();
    }
    return value instanceof TraceValue.Device device ? device.name() : "";
  }

  private static boolean same(TraceValue expected, TraceValue found) {
    if (expected instanceof TraceValue.Real recorded && found instanceof TraceValue.Real replayed) {
      return Double.compare(recorded.value(), replayed.value()) == 0
          || Math.rint(recorded.value() * DECIMALS) == Math.rint(replayed.value() * DECIMALS);
    }
    return expected.equals(found) || isUnrecorded(expected, found) || isElsewhere(expected, found);
  }

  private static Optional<Mismatch> tensors(TensorReference recorded, TensorReference replayed) {
    if (recorded.type() != replayed.type() || !Arrays.equals(recorded.sizes(), replayed.sizes())) {
      return tensors(recorded, replayed, "", "");
    }
    if (recorded.strides() != null
        && replayed.strides() != null
        && !Arrays.equals(recorded.strides(), replayed.strides())) {
      return tensors(
          recorded,
          replayed,
          " with strides " + Arrays.toString(recorded.strides()),
          " with strides " + Arrays.toString(replayed.strides()));
    }
    return recorded.offset() == replayed.offset()
        ? Optional.empty()
        : tensors(
            recorded,
            replayed,
            " at offset " + recorded.offset(),
            " at offset " + replayed.offset());
  }

  private static Optional<Mismatch> tensors(
      TensorReference recorded, TensorReference replayed, String expected, String found) {
    return Optional.of(new Mismatch(recorded + expected, replayed + found));
  }

  private static String text(TraceValue value) {
    if (value instanceof TensorReference tensor) {
      return tensor.toString();
    }
    return value instanceof TraceValue.Sequence list
        ? "a list of " + list.elements().size()
        : Signature.plainText(value);
  }
}
