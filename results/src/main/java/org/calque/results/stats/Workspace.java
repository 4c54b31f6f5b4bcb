package org.calque.results.stats;

/**
 * Arrays that the bootstrap of one row after the other fills anew; those of ten thousand rows would
 * be 300 MB. For one thread at a time.
 */
public final class Workspace {
  /** Draws of the mean of one side, and of the other. */
  final double[] bases = new double[RatioEstimate.DRAWS];

  final double[] heads = new double[RatioEstimate.DRAWS];
  private double[] pool = {};

  /** An array of exactly that length, with anything in it. */
  double[] pool(int length) {
    if (pool.length != length) {
      pool = new double[length];
    }
    return pool;
  }
}
