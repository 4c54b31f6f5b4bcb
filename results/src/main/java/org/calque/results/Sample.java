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
  public static final Sample EMPTY = new Sample(new double[0], new int[0]);

  /** Of all forks, one after the other. */
  private final double[] values;

  /** Where the values of each fork end. */
  private final int[] ends;

  private Sample(double[] values, int[] ends) {
    this.values = values;
    this.ends = ends;
  }

  /**
   * A sample of these iterations, by fork. Values that are not finite do not count, and a fork
   * without any other is left out.
   */
  public static Sample of(List<double[]> forks) {
    Builder builder = new Builder();
    for (double[] fork : forks) {
      for (double value : fork) {
        builder.add(value);
      }
      builder.endFork();
    }
    return builder.build();
  }

  /** A sample of forks with one iteration each. */
  public static Sample ofForkMeans(double... means) {
    return of(Arrays.stream(means).mapToObj(mean -> new double[] {mean}).toList());
  }

  /** How many forks there are. */
  public int forks() {
    return ends.length;
  }

  /** The values of the iterations of one fork, at least one. */
  public double[] iterations(int fork) {
    return Arrays.copyOfRange(values, start(fork), ends[fork]);
  }

  private int start(int fork) {
    return fork == 0 ? 0 : ends[fork - 1];
  }

  /** The mean of the iterations of each fork. */
  public double[] forkMeans() {
    double[] means = new double[ends.length];
    for (int fork = 0; fork < means.length; fork++) {
      double sum = 0;
      for (int i = start(fork); i < ends[fork]; i++) {
        sum += values[i];
      }
      means[fork] = sum / (ends[fork] - start(fork));
    }
    return means;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Sample sample
        && Arrays.equals(values, sample.values)
        && Arrays.equals(ends, sample.ends);
  }

  @Override
  public int hashCode() {
    return 31 * Arrays.hashCode(values) + Arrays.hashCode(ends);
  }

  @Override
  public String toString() {
    List<String> texts = new ArrayList<>();
    for (int fork = 0; fork < ends.length; fork++) {
      texts.add(Arrays.toString(iterations(fork)));
    }
    return texts.toString();
  }

  /** Makes samples one after the other, of values as they come. */
  static final class Builder {
    private double[] values = new double[64];
    private int[] ends = new int[16];
    private int size;
    private int forks;

    /** Adds an iteration to the fork that has not ended; one that is not finite does not count. */
    void add(double value) {
      if (Double.isFinite(value)) {
        if (size == values.length) {
          values = Arrays.copyOf(values, 2 * size);
        }
        values[size++] = value;
      }
    }

    /** Ends a fork; one without iterations does not count. */
    void endFork() {
      if (size > (forks == 0 ? 0 : ends[forks - 1])) {
        if (forks == ends.length) {
          ends = Arrays.copyOf(ends, 2 * forks);
        }
        ends[forks++] = size;
      }
    }

    /** The sample of all forks that have ended since the last one. */
    Sample build() {
      Sample sample =
          forks == 0 ? EMPTY : new Sample(Arrays.copyOf(values, size), Arrays.copyOf(ends, forks));
      size = 0;
      forks = 0;
      return sample;
    }
  }
}
