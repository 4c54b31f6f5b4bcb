package org.calque.results.stats;

/**
 * What a number lies between.
 *
 * @param low not above high
 * @param high may be infinite
 */
public record Interval(double low, double high) {

  /**
   * Checks the order.
   *
   * @throws IllegalArgumentException when the bounds are in the wrong order, or one is NaN
   */
  public Interval {
    if (!(low <= high)) {
      throw new IllegalArgumentException("no interval from " + low + " to " + high);
    }
  }
}
