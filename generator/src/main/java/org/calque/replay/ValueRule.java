package org.calque.replay;

/** How the elements of a materialised storage are chosen. */
public sealed interface ValueRule {

  /** Uniform in {@code [low, high)}. */
  record Uniform(double low, double high) implements ValueRule {}

  /** Every element the same. */
  record Fill(double value) implements ValueRule {}

  /** Integers uniform from {@code low} to {@code high}, both included. */
  record Integers(long low, long high) implements ValueRule {}

  /** Offsets that divide {@code total} indices into bags of equal size. */
  record Offsets(long total) implements ValueRule {}
}
