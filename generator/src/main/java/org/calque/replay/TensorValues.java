package org.calque.replay;

import java.util.List;
import java.util.function.Consumer;
import org.calque.trace.TensorReference;
import org.calque.trace.TraceValue;

/** Walks the tensors in recorded values, into lists and tuples of any depth. */
public final class TensorValues {
  private TensorValues() {}

  /** Hands each tensor in a node's inputs or outputs to {@code action}, in order. */
  public static void forEach(List<TraceValue> values, Consumer<TensorReference> action) {
    for (TraceValue value : values) {
      forEach(value, action);
    }
  }

  /** Hands each tensor in a value to {@code action}, in order. */
  public static void forEach(TraceValue value, Consumer<TensorReference> action) {
    if (value instanceof TensorReference tensor) {
      action.accept(tensor);
    } else if (value instanceof TraceValue.Sequence sequence) {
      forEach(sequence.elements(), action);
    }
  }
}
