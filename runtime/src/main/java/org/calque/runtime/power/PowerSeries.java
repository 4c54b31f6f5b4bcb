package org.calque.runtime.power;

import java.util.Arrays;

/** Samples of power in the order of their times. Filled by one thread and read by others. */
public final class PowerSeries {
  private long[] nanos = new long[256];
  private double[] watts = new double[256];
  private int size;

  /**
   * Adds a sample. One that is not after the last is left out, since two threads may read a sensor
   * at the same time.
   *
   * @param time by {@link System#nanoTime}, which no clock adjustment moves
   */
  synchronized void add(long time, double power) {
    if (size > 0 && time - nanos[size - 1] <= 0) {
      return;
    }
    if (size == nanos.length) {
      nanos = Arrays.copyOf(nanos, 2 * size);
      watts = Arrays.copyOf(watts, 2 * size);
    }
    nanos[size] = time;
    watts[size] = power;
    size++;
  }

  /** The samples from a time to another, both included, and the nearest one outside each. */
  synchronized Part around(long from, long to) {
    int first = firstAfter(from);
    int last = first;
    while (last < size && nanos[last] - to < 0) {
      last++;
    }
    int begin = Math.max(0, first - 1);
    int end = Math.min(size, last + 1);
    return new Part(Arrays.copyOfRange(nanos, begin, end), Arrays.copyOfRange(watts, begin, end));
  }

  /** All samples. */
  public synchronized Part all() {
    return new Part(Arrays.copyOf(nanos, size), Arrays.copyOf(watts, size));
  }

  /** The first sample after the time; windows are mostly near the end. */
  private int firstAfter(long time) {
    int low = 0;
    int high = size;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (nanos[middle] - time <= 0) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }

  /**
   * Samples that stay as they are.
   *
   * @param nanos times, rising
   * @param watts power at each
   */
  public record Part(long[] nanos, double[] watts) {
    /** How many there are. */
    public int size() {
      return nanos.length;
    }
  }
}
