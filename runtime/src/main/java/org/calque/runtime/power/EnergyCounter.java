package org.calque.runtime.power;

import java.time.Duration;

/**
 * A count of energy that only rises, until it starts anew.
 *
 * @param reading the count, a whole number below 2<sup>53</sup>
 * @param joulesPerCount energy of one count
 * @param range counts at which it starts again from 0; {@link #ENDLESS} when it does not, {@link
 *     #UNKNOWN} when nobody tells, so that one that fell cannot be mended
 * @param resolution time between two of its steps
 * @param least shortest window whose energy it gives at all
 * @param sound shortest window whose energy it gives within a percent or so
 */
public record EnergyCounter(
    Reading reading,
    double joulesPerCount,
    double range,
    Duration resolution,
    Duration least,
    Duration sound) {
  /** A range that is never reached. */
  public static final double ENDLESS = Double.POSITIVE_INFINITY;

  /** A range that cannot be read. */
  public static final double UNKNOWN = Double.NaN;
}
