package org.calque.runtime.power;

/** How evenly a sensor was read. */
public final class Cadence {
  private final long period;
  private long last;
  private long count;
  private double deviations;
  private long largest;

  Cadence(long period) {
    this.period = period;
  }

  synchronized void add(long nanos) {
    if (count > 0) {
      long gap = nanos - last;
      deviations += Math.abs(gap - period);
      largest = Math.max(largest, gap);
    }
    last = nanos;
    count++;
  }

  /** Readings so far. */
  public synchronized long count() {
    return count;
  }

  /** Mean deviation of the time between two readings from the period, as a part of the period. */
  public synchronized double jitter() {
    return count < 2 ? 0 : deviations / (count - 1) / period;
  }

  /** Longest time between two readings, in nanoseconds. */
  public synchronized long largest() {
    return largest;
  }
}
