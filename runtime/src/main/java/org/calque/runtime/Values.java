package org.calque.runtime;

/**
 * How the elements of a materialised storage are chosen. The same rule, seed and number of elements
 * give the same values, whatever ran before.
 */
public sealed interface Values {

  /** Floating-point numbers uniform in {@code [low, high)}. */
  record Uniform(double low, double high) implements Values {}

  /** Every element the same. */
  record Fill(double value) implements Values {}

  /** Integers uniform from {@code low} to {@code high}, both included; for booleans 0 and 1. */
  record Integers(long low, long high) implements Values {}

  /**
   * Bag offsets: element {@code i} of {@code n} is {@code i * total / n}, so they start at 0, never
   * fall and stay below {@code total}.
   *
   * @param total number of indices that the offsets divide into bags
   */
  record Offsets(long total) implements Values {}

  /** Floating-point numbers uniform in {@code [low, high)}. */
  static Values uniform(double low, double high) {
    return new Uniform(low, high);
  }

  /** Every element the same. */
  static Values fill(double value) {
    return new Fill(value);
  }

  /** Integers from {@code low} to {@code high}, both included. */
  static Values integers(long low, long high) {
    return new Integers(low, high);
  }

  /** Offsets that divide {@code total} indices into bags of equal size. */
  static Values offsets(long total) {
    return new Offsets(total);
  }
}
