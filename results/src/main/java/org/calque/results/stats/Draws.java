package org.calque.results.stats;

/**
 * Random numbers below small bounds. Steele, Lea and Flood, Fast Splittable Pseudorandom Number
 * Generators, OOPSLA 2014: the generator of {@link java.util.SplittableRandom}, of which this uses
 * each 64 bits for two numbers.
 */
final class Draws {
  private static final long GOLDEN = 0x9e3779b97f4a7c15L;

  private long state;
  private int spare;
  private boolean hasSpare;

  Draws(long seed) {
    state = seed;
  }

  /** From 0 to the bound, without it; the bias below 2^-15 for the bounds here shows nowhere. */
  int below(int bound) {
    hasSpare = !hasSpare;
    if (hasSpare) {
      long bits = mix(state += GOLDEN);
      spare = (int) bits;
      return scaled((int) (bits >>> 32), bound);
    }
    return scaled(spare, bound);
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
