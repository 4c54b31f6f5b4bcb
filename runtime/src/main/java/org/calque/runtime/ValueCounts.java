package org.calque.runtime;

/**
 * What kinds of numbers a storage holds; sparse tensors have none.
 *
 * @param elements all of them; 0 if they are no floating-point numbers
 * @param nan those that are no number
 * @param infinite those that are infinite
 * @param denormal those that are not zero but nearer to it than any normal number
 */
public record ValueCounts(long elements, long nan, long infinite, long denormal) {
  /** A storage without floating-point numbers. */
  public static final ValueCounts NONE = new ValueCounts(0, 0, 0, 0);

  /** The numbers of both. */
  public ValueCounts plus(ValueCounts other) {
    return new ValueCounts(
        elements + other.elements,
        nan + other.nan,
        infinite + other.infinite,
        denormal + other.denormal);
  }

  /** Whether every element is a finite number. */
  public boolean isFinite() {
    return nan == 0 && infinite == 0;
  }
}
