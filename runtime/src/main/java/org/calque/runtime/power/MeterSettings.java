package org.calque.runtime.power;

import java.time.Duration;

/**
 * How a meter reads.
 *
 * @param period time between two samples; zero for each sensor's own
 * @param gap longest time between two samples over which an integral is taken; zero for ten periods
 *     of the sensor, and a second at least
 * @param disagreement largest share by which counter and integral may differ
 */
public record MeterSettings(Duration period, Duration gap, double disagreement) {
  /** What suits each sensor, and a tenth between counter and integral. */
  public static final MeterSettings DEFAULT = new MeterSettings(Duration.ZERO, Duration.ZERO, 0.1);
}
