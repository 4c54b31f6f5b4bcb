package org.calque.trace;

import java.util.List;

/** One recorded input or output of a node. */
public sealed interface TraceValue
    permits TensorReference,
        TraceValue.Sequence,
        TraceValue.Int,
        TraceValue.Real,
        TraceValue.Bool,
        TraceValue.Text,
        TraceValue.Device,
        TraceValue.None,
        TraceValue.Opaque {

  /** A list or tuple, in order. */
  record Sequence(List<TraceValue> elements) implements TraceValue {
    /** Copies the list. */
    public Sequence {
      elements = List.copyOf(elements);
    }
  }

  /** An integer, or an enumeration that the dispatcher passes as one. */
  record Int(long value) implements TraceValue {}

  /** A floating-point number; the writer keeps six decimals. */
  record Real(double value) implements TraceValue {}

  /** A truth value. */
  record Bool(boolean value) implements TraceValue {}

  /** A string. */
  record Text(String value) implements TraceValue {}

  /** A device, such as {@code cuda:0}. */
  record Device(String name) implements TraceValue {}

  /** No value, or an undefined tensor. */
  record None() implements TraceValue {}

  /**
   * A value that the format has no representation of.
   *
   * @param kind what the trace calls it, such as {@code Stream}
   */
  record Opaque(String kind) implements TraceValue {}
}
