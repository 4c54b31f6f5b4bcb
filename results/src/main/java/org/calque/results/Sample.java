package org.calque.results;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * What was measured of one metric: the values of the iterations of each fork. Iterations of one
 * fork share its heap layout and compiled code, so only the forks are independent of each other.
 */
public final class Sample {
  /** No forks. */
  public static final Sample EMPTY = new Sample(new double[0][]);

  private final double[][] forks;

  private Sample(double[][] forks) {
    this.forks = forks;
  }

  /**
   * A sample of these iterations, by fork. Values that are not finite do not count, and a fork
   * without any other is left out.
   */
  public static Sample of(List<double[]> forks) {
    List<double[]> kept = new ArrayList<>(forks.size());
    for (double[] fork : forks) {
      double[] finite = finite(fork);
      if (finite.length > 0) {
        kept.add(finite);
      }
    }
    return new Sample(kept.toArray(double[][]::new));
  }

  /** A copy of those that are. */
  private static double[] finite(double[] values) {
    double[] copy = new double[values.length];
    int count = 0;
    for (double value : values) {
      if (Double.isFinite(value)) {
        copy[count++] = value;
      }
    }
    return count == copy.length ? copy : Arrays.copyOf(copy, count);
  }

  /** A sample of forks with one iteration each. */
  public static Sample ofForkMeans(double... means) {
    return of(Arrays.stream(means).mapToObj(mean -> new double[] {mean}).toList());
  }

  /** How many forks there are. */
  public int forks() {
    return forks.length;
  }

  /** The values of the iterations of one fork, at least one. */
  public double[] iterations(int fork) {
    return forks[fork].clone();
  }

  /** The mean of the iterations of each fork. */
  public double[] forkMeans() {
    double[] means = new double[forks.length];
    for (int i = 0; i < means.length; i++) {
      means[i] = mean(forks[i]);
    }
    return means;
  }

  private static double mean(double[] values) {
    double sum = 0;
    for (double value : values) {
      sum += value;
    }
    return sum / values.length;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Sample sample && Arrays.deepEquals(forks, sample.forks);
  }

  @Override
  public int hashCode() {
    return Arrays.deepHashCode(forks);
  }

  @Override
  public String toString() {
    List<String> texts = new ArrayList<>();
    for (double[] fork : forks) {
      texts.add(Arrays.toString(fork));
    }
    return texts.toString();
  }
}
