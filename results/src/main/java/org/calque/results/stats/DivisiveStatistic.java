package org.calque.results.stats;

/**
 * The scaled energy distance of Matteson and James, "A Nonparametric Approach for Multiple Change
 * Point Analysis of Multivariate Data", Journal of the American Statistical Association 109 (2014),
 * equations 5 to 7, for one dimension and the exponent 1.
 *
 * <p>For values {@code X} of number n and {@code Y} of number m it is {@code nm/(n+m)} times {@code
 * 2/(nm) sum|x-y| - C(n,2)^-1 sum|x-x'| - C(m,2)^-1 sum|y-y'|}. It is large where the two differ in
 * distribution, of whatever kind. A value beyond all others adds nothing, however far it lies: what
 * it adds between the two it takes away within the one that it is of.
 */
final class DivisiveStatistic {
  private final int smallest;

  /** Sums of distances within the values before each place. */
  private double[] before = new double[0];

  /** Sums of distances within the values from the place of the moment to each later one. */
  private double[] after = new double[0];

  /** Of each whole number, since dividing is what would take most of the time. */
  private double[] inverse = new double[0];

  private double largest;
  private int place;

  DivisiveStatistic(int smallest) {
    this.smallest = smallest;
  }

  /**
   * Looks at each pair of a place and a later end: the values before the place against those from
   * there to the end. Later changes so do not hide an earlier one. Takes time that grows with the
   * square of the number of values.
   *
   * @return the largest value of the statistic; 0 for too few values
   */
  double largest(double[] values) {
    int n = values.length;
    prepare(n);
    double[] within = new double[n]; // of each value to all before it
    for (int i = 0; i < n; i++) {
      for (int k = i + 1; k < n; k++) {
        within[k] += Math.abs(values[k] - values[i]);
      }
    }
    for (int k = 0; k < n; k++) {
      before[k + 1] = before[k] + within[k];
    }
    for (int start = n - 1; start >= smallest; start--) {
      double distances = 0;
      for (int end = start + 1; end <= n; end++) {
        distances += Math.abs(values[start] - values[end - 1]);
        after[end] += distances;
        if (end - start >= smallest) {
          weigh(start, end);
        }
      }
    }
    return largest;
  }

  private void prepare(int n) {
    before = new double[n + 1];
    after = new double[n + 1];
    largest = 0;
    place = -1;
    if (inverse.length <= n) {
      inverse = new double[n + 1];
      for (int i = 1; i <= n; i++) {
        inverse[i] = 1.0 / i;
      }
    }
  }

  /** The place where {@link #largest} found its last answer: the index of the first value after. */
  int place() {
    return place;
  }

  /** The formula with {@code nm/(n+m)} multiplied in. */
  private void weigh(int start, int end) {
    int left = start;
    int right = end - start;
    double between = before[end] - before[start] - after[end];
    double scaled =
        2
            * inverse[end]
            * (between
                - before[start] * right * inverse[left - 1]
                - after[end] * left * inverse[right - 1]);
    if (scaled > largest) {
      largest = scaled;
      place = start;
    }
  }
}
