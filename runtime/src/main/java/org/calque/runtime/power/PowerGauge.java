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
  /** Samples that an integral needs at all, and to be sound. */
  private static final int LEAST_SAMPLES = 3;

  private static final int SOUND_SAMPLES = 20;

  /** Averages that a sound window holds, so that those across its edges weigh little. */
  private static final int AVERAGES = 5;

  /** Shortest window that values can be integrated over. */
  Duration least() {
    return period.multipliedBy(LEAST_SAMPLES);
  }

  /** Shortest window whose integral is worth trusting. */
  Duration sound() {
    Duration samples = period.multipliedBy(SOUND_SAMPLES);
    Duration averages = average.multipliedBy(AVERAGES);
    return samples.compareTo(averages) < 0 ? averages : samples;
  }

  /** Whether values are of the instant. */
  public boolean instant() {
    return average.isZero();
  }
}
