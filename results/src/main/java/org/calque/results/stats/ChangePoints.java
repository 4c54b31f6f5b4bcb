package org.calque.results.stats;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.SplittableRandom;

/**
 * Finds where a series moved, by e-divisive: the most striking place is tested, and when it is not
 * chance, the parts on both sides are searched in the same way. See {@link DivisiveStatistic} for
 * the measure and its source. Each part is tested by itself against its own values in random
 * orders, so the same series always gives the same answer.
 *
 * <p>Nothing is asked of the distribution of the values; only their order counts.
 *
 * @param level largest probability of a move in a series that has none; between 0 and 1
 * @param orders random orders that a part is compared with, at most; the smallest probability that
 *     can be seen is 1 / (orders + 1)
 * @param smallest fewest values of a part, 2 or more: what lasts shorter is a spike, not a move
 * @param seed of the random orders
 */
public record ChangePoints(double level, int orders, int smallest, long seed) {

  /** At 1 %, of parts of four values and more. */
  public static final ChangePoints DEFAULT = new ChangePoints(0.01, 499, 4, 20140131);

  /**
   * Checks the ranges.
   *
   * @throws IllegalArgumentException when a number is out of its range
   */
  public ChangePoints {
    if (!(level > 0 && level < 1)) {
      throw new IllegalArgumentException("level is " + level + "; expected between 0 and 1");
    }
    if (smallest < 2) {
      throw new IllegalArgumentException("a part has " + smallest + " values; expected 2 or more");
    }
    if (1.0 / (orders + 1) > level) {
      throw new IllegalArgumentException(orders + " orders cannot show a probability of " + level);
    }
  }

  /**
   * The fewest values in which a move can be seen. Of all orders of n values that differ, two in
   * {@code C(n, n/2)} have the lower half on one side, and they look like a move.
   */
  public int valuesNeeded() {
    int n = 2 * smallest;
    while (2 / halves(n) > level) {
      n++;
    }
    return n;
  }

  private static double halves(int n) {
    double choices = 1;
    for (int i = 1; i <= n / 2; i++) {
      choices *= (double) (n - n / 2 + i) / i;
    }
    return choices;
  }

  /**
   * The moves in a series.
   *
   * @param series finite numbers in the order of time
   * @return in the order of their places; empty when there are too few values
   */
  public List<ChangePoint> find(double[] series) {
    List<ChangePoint> found = new ArrayList<>();
    search(series, 0, series.length, found);
    found.sort(Comparator.comparingInt(ChangePoint::index));
    return found;
  }

  private void search(double[] series, int from, int to, List<ChangePoint> found) {
    if (to - from < valuesNeeded()) {
      return;
    }
    double[] part = Arrays.copyOfRange(series, from, to);
    DivisiveStatistic statistic = new DivisiveStatistic(smallest);
    double observed = statistic.largest(part);
    int place = from + statistic.place();
    double p = observed > 0 ? probability(part, observed, statistic) : 1;
    if (p <= level) {
      found.add(new ChangePoint(place, p));
      search(series, from, place, found);
      search(series, place, to, found);
    }
  }

  /** Exact where it is at most the level; beyond, whatever is known when that is certain. */
  private double probability(double[] part, double observed, DivisiveStatistic statistic) {
    SplittableRandom random = new SplittableRandom(seed);
    double[] shuffled = part.clone();
    double asFar = observed * (1 - 1e-9); // sums in another order differ in their last digits
    int striking = 1;
    for (int k = 0; k < orders && striking <= level * (orders + 1); k++) {
      shuffle(shuffled, random);
      striking += statistic.largest(shuffled) >= asFar ? 1 : 0;
    }
    return (double) striking / (orders + 1);
  }

  private static void shuffle(double[] values, SplittableRandom random) {
    for (int i = values.length - 1; i > 0; i--) {
      int j = random.nextInt(i + 1);
      double value = values[i];
      values[i] = values[j];
      values[j] = value;
    }
  }
}
