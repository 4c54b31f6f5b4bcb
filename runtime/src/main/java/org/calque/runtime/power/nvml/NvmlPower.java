package org.calque.runtime.power.nvml;

import com.sun.jna.Pointer;
import java.time.Duration;
import java.util.List;
import org.calque.runtime.power.PlausiblePower;
import org.calque.runtime.power.PowerGauge;
import org.calque.runtime.power.SensorException;

/**
 * A way in which NVML tells power in milliwatts, for one of its scopes.
 *
 * @param what the way, for messages
 * @param field of {@code nvmlDeviceGetFieldValues}; 0 for {@code nvmlDeviceGetPowerUsage}
 * @param average time that it averages over
 */
record NvmlPower(String what, int field, int scope, Duration average) {
  // nvmlPowerScopeType_t
  static final int GPU = 0;
  static final int MODULE = 1;
  static final int MEMORY = 2;

  private static final int POWER_AVERAGE = 185;
  private static final int POWER_INSTANT = 186;

  /** What {@code nvml.h} says of averages. */
  private static final Duration SECOND = Duration.ofSeconds(1);

  /**
   * Boards have a new value every 20 to 100 ms ("Part-time Power Measurements", arXiv 2312.02741),
   * and some answer with nothing when asked more often than every 50 ms.
   */
  private static final Duration PERIOD = Duration.ofMillis(100);

  private static final double WATTS_PER_MILLIWATT = 1e-3;

  /** The fields of a scope, the best first. */
  static List<NvmlPower> fields(int scope) {
    return List.of(
        new NvmlPower("instant power", POWER_INSTANT, scope, Duration.ZERO),
        new NvmlPower("average power", POWER_AVERAGE, scope, SECOND));
  }

  /**
   * {@code nvmlDeviceGetPowerUsage}, whose meaning depends on the board: an average from Ampere on
   * except on its GA100, the power of the instant before.
   */
  static NvmlPower usage(boolean averaged) {
    return new NvmlPower("nvmlDeviceGetPowerUsage", 0, GPU, averaged ? SECOND : Duration.ZERO);
  }

  /** A gauge that has answered once. */
  PowerGauge gauge(Nvml nvml, Pointer device) throws SensorException {
    watts(nvml, device);
    return new PowerGauge(() -> watts(nvml, device), average, PERIOD);
  }

  private double watts(Nvml nvml, Pointer device) throws SensorException {
    double milliwatts =
        field == 0 ? nvml.powerUsage(device) : nvml.field(device, field, scope, what);
    double watts = milliwatts * WATTS_PER_MILLIWATT;
    if (watts > PlausiblePower.MOST_WATTS) {
      throw new SensorException(what + " tells " + watts + " W, which no GPU draws");
    }
    return PlausiblePower.check(watts, what);
  }
}
