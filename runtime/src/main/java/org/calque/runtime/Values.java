package org.calque.runtime;

/**
 * How the elements of a materialised tensor are chosen. The same values, seed and number of
 * elements give the same elements, whatever ran before.
 *
 * <p>{@link Uniform}, {@link Fill}, {@link Integers} and {@link Lookups} choose each element of the
 * storage for itself. The others are about all elements of the tensor together, in row-major order;
 * where these leave gaps on the storage, the gaps are zero.
 */
public sealed interface Values {

  /** Floating-point numbers uniform in {@code [low, high)}. */
  record Uniform(double low, double high) implements Values {}

  /** Every element the same. */
  record Fill(double value) implements Values {}

  /**
   * Integers uniform from {@code low} to {@code high}; for booleans 0 and 1. Both occur, if there
   * are two elements or more; a single element is {@code high}.
   */
  record Integers(long low, long high) implements Values {}

  /**
   * Rows of a table that are looked up.
   *
   * @param low first row of the table
   * @param high last row
   * @param drawn how rows are drawn
   */
  record Lookups(long low, long high, org.calque.runtime.Lookups drawn) implements Values {
    @Override
    public Values drawn(org.calque.runtime.Lookups distribution) {
      return new Lookups(low, high, distribution);
    }
  }

  /** Integers that count up from {@code low} to {@code high}, again and again. */
  record Cycle(long low, long high) implements Values {}

  /**
   * Numbers in equal steps, rounded down for integers: the first is {@code low}, the last {@code
   * high}.
   */
  record Rising(double low, double high) implements Values {}

  /**
   * Bag offsets: element {@code i} of {@code n} is {@code i * total / n}, so they start at 0, never
   * fall and stay below {@code total}.
   *
   * @param total number of indices that the offsets divide into bags
   */
  record Offsets(long total) implements Values {}

  /**
   * Integers that sum up to {@code total}, as equal as can be and evenly spread; of booleans {@code
   * total} are true.
   */
  record Shares(long total) implements Values {}

  /** Lengths that never rise, the first {@code longest}, and that sum up to {@code total}. */
  record Lengths(long longest, long total) implements Values {}

  /**
   * The very elements that were recorded, in the resource {@code CLASS.NAME.values} beside the
   * generated class: little endian, row-major, in Base64.
   *
   * @param generated the generated class
   * @param name what the resource is called
   */
  record Recorded(Class<?> generated, String name) implements Values {
    /** Name of the resource, relative to the class. */
    public String resource() {
      return generated.getSimpleName() + "." + name + ".values";
    }
  }

  /** The same values, with rows of tables drawn from a distribution. */
  default Values drawn(org.calque.runtime.Lookups distribution) {
    return this;
  }

  /** Floating-point numbers uniform in {@code [low, high)}. */
  static Values uniform(double low, double high) {
    return new Uniform(low, high);
  }

  /** Every element the same. */
  static Values fill(double value) {
    return new Fill(value);
  }

  /** Integers from {@code low} to {@code high}, both of which occur. */
  static Values integers(long low, long high) {
    return new Integers(low, high);
  }

  /** Rows of a table, each as likely as any other until a distribution is chosen. */
  static Values lookups(long low, long high) {
    return new Lookups(low, high, org.calque.runtime.Lookups.UNIFORM);
  }

  /** Integers that count up from {@code low} to {@code high}, again and again. */
  static Values cycle(long low, long high) {
    return new Cycle(low, high);
  }

  /** Numbers that rise from {@code low} to {@code high} in equal steps. */
  static Values rising(double low, double high) {
    return new Rising(low, high);
  }

  /** Offsets that divide {@code total} indices into bags of equal size. */
  static Values offsets(long total) {
    return new Offsets(total);
  }

  /** Integers that sum up to {@code total}, as equal as can be. */
  static Values shares(long total) {
    return new Shares(total);
  }

  /** Lengths that fall from {@code longest} and sum up to {@code total}. */
  static Values lengths(long longest, long total) {
    return new Lengths(longest, total);
  }

  /** The elements in a resource beside the generated class. */
  static Values recorded(Class<?> generated, String name) {
    return new Recorded(generated, name);
  }
}
