package org.calque.values;

/**
 * How the elements of a tensor are chosen that exists before the step. {@link Uniform}, {@link
 * Fill}, {@link Integers} and {@link Lookups} choose each element for itself; the others are about
 * all elements of a tensor together, in row-major order.
 */
public sealed interface ValueRule {

  /** Uniform in {@code [low, high)}. */
  record Uniform(double low, double high) implements ValueRule {}

  /** Every element the same. */
  record Fill(double value) implements ValueRule {}

  /** Integers uniform from {@code low} to {@code high}; both occur, a single element is high. */
  record Integers(long low, long high) implements ValueRule {}

  /**
   * Rows {@code low} to {@code high} of a table, drawn as whoever runs the benchmark chooses.
   *
   * @see Integers for the difference: no single row has to occur
   */
  record Lookups(long low, long high) implements ValueRule {}

  /** Counting up from {@code low} to {@code high}, again and again. */
  record Cycle(long low, long high) implements ValueRule {}

  /** In equal steps from {@code low}, the first element, to {@code high}, the last. */
  record Rising(double low, double high) implements ValueRule {}

  /** Offsets that divide {@code total} indices into bags of equal size. */
  record Offsets(long total) implements ValueRule {}

  /**
   * Whole numbers that sum up to {@code total}, as equal as can be; of truth values, {@code total}
   * are true.
   */
  record Shares(long total) implements ValueRule {}

  /** Lengths that fall from {@code longest} and sum up to {@code total}. */
  record Lengths(long longest, long total) implements ValueRule {}

  /**
   * The very elements that were recorded.
   *
   * @param node id of the node that took them
   * @param ordinal number of the tensor among the defined ones that it took
   */
  record Recorded(long node, int ordinal) implements ValueRule {}
}
