package org.calque.runtime.power;

import java.util.Locale;

/** How far the energy of a window can be trusted. */
public enum Validity {
  /** A number without a doubt that is known of. */
  VALID,
  /** The window is too short for the sensor: no number, or one that is some percent off. */
  BELOW_RESOLUTION,
  /** A number, but counter and gauge tell different ones. */
  DISAGREES,
  /** No number: the sensor was not read for too long. */
  GAP,
  /** No number: the counter started anew, nobody knows from where. */
  RESET,
  /** No number: the counter stood still. */
  FROZEN,
  /** No number: the sensor stopped to answer. */
  LOST,
  /** No number: the sensor told what no device can draw. */
  ABSURD;

  /** As results have it: {@code below_resolution}. */
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }
}
