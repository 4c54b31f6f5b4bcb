package org.calque.replay;

import java.util.List;
import java.util.function.Consumer;
import org.calque.trace.TensorReference;
import org.calque.trace.TraceValue;

/** Walks the tensors in recorded values, into lists and tuples of any depth. */
final class TensorValues {
  private TensorValues() {}

  static void forEach(List<TraceValue> values, Consumer<TensorReference> action) {
    for (TraceValue value : values) {
      forEach(value, action);
    }
  }

  static void forEach(TraceValue value, Consumer<TensorReference> action) {
    if (value instanceof TensorReference tensor) {
      action.accept(tensor);
    } else if (value instanceof TraceValue.Sequence sequence) {
      forEach(sequence.elements(), action);
    }
  }
}
