package org.calque.report;

/** One value of a report, with its unit. */
public sealed interface Cell {
  /** Nothing is known; {@code null} in JSON. */
  Cell UNKNOWN = new Unknown();

  /** Words of the report itself. */
  record Words(String text) implements Cell {}

  /**
   * A text that comes from a file, so that anything may be in it.
   *
   * @param indent levels that text moves it to the right
   */
  record Name(String text, int indent) implements Cell {
    /** A name at the left edge. */
    public Name(String text) {
      this(text, 0);
    }
  }

  /** How many. */
  record Count(long value) implements Cell {}

  /** A number that names something: it is neither grouped nor summed. */
  record Id(long value) implements Cell {}

  /** A size in bytes. */
  record Bytes(long value) implements Cell {}

  /** A time in nanoseconds. */
  record Nanos(long value) implements Cell {}

  /** Floating-point operations. */
  record Flops(double value) implements Cell {}

  /** Floating-point operations in a second. */
  record FlopsPerSecond(double value) implements Cell {}

  /** A part of a whole, from 0 to 1. */
  record Share(double value) implements Cell {}

  /** See {@link #UNKNOWN}. */
  record Unknown() implements Cell {}

  /** The sum of two values of one unit; unknown values count as nothing. */
  static Cell sum(Cell a, Cell b) {
    if (a instanceof Count x && b instanceof Count y) {
      return new Count(x.value() + y.value());
    } else if (a instanceof Bytes x && b instanceof Bytes y) {
      return new Bytes(x.value() + y.value());
    } else if (a instanceof Nanos x && b instanceof Nanos y) {
      return new Nanos(x.value() + y.value());
    } else if (a instanceof Flops x && b instanceof Flops y) {
      return new Flops(x.value() + y.value());
    } else if (a instanceof Share x && b instanceof Share y) {
      return new Share(x.value() + y.value());
    }
    return a instanceof Unknown ? b : a;
  }
}
