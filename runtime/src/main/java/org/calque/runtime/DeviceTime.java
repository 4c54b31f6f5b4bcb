package org.calque.runtime;

import java.util.concurrent.atomic.LongAdder;

/**
 * How long devices were busy with measured work in this process, by their own clocks. Nothing is
 * added for the CPU.
 */
public final class DeviceTime {
  private static final LongAdder NANOSECONDS = new LongAdder();

  private DeviceTime() {}

  /** Adds the time of one measured invocation. */
  public static void add(long nanoseconds) {
    NANOSECONDS.add(nanoseconds);
  }

  /** All that was added so far, in nanoseconds. */
  public static long nanoseconds() {
    return NANOSECONDS.sum();
  }
}
