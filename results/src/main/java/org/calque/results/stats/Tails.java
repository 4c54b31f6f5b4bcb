package org.calque.results.stats;

import java.util.Arrays;

/**
 * The bound that a number of values lie below, and the one that as many lie above, without sorting
 * the values between.
 *
 * @param low with that many values below it
 * @param high with that many values above it
 */
record Tails(double low, double high) {

  /**
   * Finds the bounds.
   *
   * @param values more than twice as many as are cut off
   * @param cut how many values are cut off at each end
   */
  static Tails of(double[] values, int cut) {
    int size = cut + 1;
    double[] least = new double[size]; // ascending
    double[] most = new double[size]; // descending
    Arrays.fill(least, Double.POSITIVE_INFINITY);
    Arrays.fill(most, Double.NEGATIVE_INFINITY);
    for (double value : values) {
      if (value < least[cut]) {
        int i = cut;
        for (; i > 0 && least[i - 1] > value; i--) {
          least[i] = least[i - 1];
        }
        least[i] = value;
      }
      if (value > most[cut]) {
        int i = cut;
        for (; i > 0 && most[i - 1] < value; i--) {
          most[i] = most[i - 1];
        }
        most[i] = value;
      }
    }
    return new Tails(least[cut], most[cut]);
  }
}
