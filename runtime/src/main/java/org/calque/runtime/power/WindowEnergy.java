package org.calque.runtime.power;

/**
 * What one sensor told of one window. Whatever it did not tell is NaN, never 0.
 *
 * @param sensor what was measured
 * @param method how {@code joules} was found; null when it was not
 * @param joules energy of the window, scaled from what the counter saw to the window's length
 * @param counted the same by the counter
 * @param integrated the same by integrating the gauge
 * @param seconds length of the window
 * @param least lowest power, in watts
 * @param most highest power, in watts
 * @param samples of power in the window
 * @param gap longest time without a sample, in seconds
 * @param validity how far {@code joules} can be trusted
 * @param reason why not further, in one line that says what to do; may also warn of a valid number
 */
public record WindowEnergy(
    SensorFacts sensor,
    Method method,
    double joules,
    double counted,
    double integrated,
    double seconds,
    double least,
    double most,
    int samples,
    double gap,
    Validity validity,
    String reason) {
  /** Joules of a watt-hour. */
  public static final double JOULES_PER_WH = 3600;

  /** Average power in watts. */
  public double watts() {
    return joules / seconds;
  }

  /** Whether there is a number. */
  public boolean measured() {
    return !Double.isNaN(joules);
  }
}
