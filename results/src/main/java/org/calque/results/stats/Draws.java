package org.calque.results.stats;

/**
 * Draws at random from a few values, with replacement. Steele, Lea and Flood, Fast Splittable
 * Pseudorandom Number Generators, OOPSLA 2014: the generator of {@link java.util.SplittableRandom},
 * of which this uses each 64 bits for two numbers.
 */
final class Draws {
  private static final long GOLDEN = 0x9e3779b97f4a7c15L;

  private long state;
  private int spare;
  private boolean hasSpare;

  Draws(long seed) {
    state = seed;
  }

  /**
   * The sum of so many of the values, each drawn anew; the bias below 2^-15 for the numbers of
   * values here shows nowhere. A comparison of 10,000 rows draws 300 million, so the state is kept
   * out of memory meanwhile.
   */
  double sum(int count, double[] values) {
    double sum = 0;
    int left = count;
    if (hasSpare && left > 0) {
      sum += values[scaled(spare, values.length)];
      hasSpare = false;
      left--;
    }
    long last = state;
    for (; left >= 2; left -= 2) {
      long bits = mix(last += GOLDEN);
      sum += values[scaled((int) (bits >>> 32), values.length)];
      sum += values[scaled((int) bits, values.length)];
    }
    if (left == 1) {
      long bits = mix(last += GOLDEN);
      sum += values[scaled((int) (bits >>> 32), values.length)];
      spare = (int) bits;
      hasSpare = true;
    }
    state = last;
    return sum;
  }

  private static int scaled(int bits, int bound) {
    return (int) (((bits & 0xffffffffL) * bound) >>> 32);
  }

  private static long mix(long z) {
    z = (z ^ (z >>> 30)) * 0xbf58476d1ce4e5b9L;
    z = (z ^ (z >>> 27)) * 0x94d049bb133111ebL;
    return z ^ (z >>> 31);
  }
}
