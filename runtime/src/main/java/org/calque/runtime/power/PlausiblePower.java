package org.calque.runtime.power;

/**
 * Tells power from what sensors give in its place. Nothing that runs draws 0 W, so 0 is a sensor
 * that does not measure; an error such as {@code 0xffffffff} looks like gigawatts.
 */
public final class PlausiblePower {
  /** More than one sensor of a machine has to tell. */
  public static final double MOST_WATTS = 100_000;

  private PlausiblePower() {}

  /**
   * Returns power that something can draw.
   *
   * @param where what gave it, for the message
   */
  public static double check(double watts, String where) throws SensorException {
    if (watts > 0 && watts <= MOST_WATTS) {
      return watts;
    }
    throw new SensorException(
        where + " tells " + watts + " W" + (watts == 0 ? ", so it does not measure" : ""));
  }
}
