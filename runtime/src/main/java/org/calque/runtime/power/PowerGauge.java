package org.calque.runtime.power;

import java.time.Duration;

/**
 * The power now, or on average over the last while.
 *
 * @param reading watts
 * @param average time that a value is the average over; zero for one of the instant
 * @param period time between two new values: reading more often gives the same ones
 */
public record PowerGauge(Reading reading, Duration average, Duration period) {
  /** Whether values are of the instant. */
  public boolean instant() {
    return average.isZero();
  }
}
