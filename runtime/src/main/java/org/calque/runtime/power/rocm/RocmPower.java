package org.calque.runtime.power.rocm;

import java.time.Duration;
import org.calque.runtime.power.PlausiblePower;
import org.calque.runtime.power.PowerGauge;
import org.calque.runtime.power.Reading;
import org.calque.runtime.power.SensorException;

/** The power of a device, by the first of two ways that gives any. */
final class RocmPower {
  /** As long as averages of sensors get: the library says "a short time". */
  private static final Duration AVERAGE = Duration.ofSeconds(1);

  private static final Duration PERIOD = Duration.ofMillis(100);

  private static final double WATTS_PER_MICROWATT = 1e-6;

  private RocmPower() {}

  private interface Way {
    RocmSmi.Power ask(int device) throws SensorException;
  }

  /** A gauge that has answered once. */
  static PowerGauge gauge(RocmSmi smi, RocmDevice device) throws SensorException {
    try {
      return gauge(smi::power, device, "rsmi_dev_power_get");
    } catch (SensorException newer) {
      try {
        return gauge(smi::averagePower, device, "rsmi_dev_power_ave_get");
      } catch (SensorException older) {
        throw new SensorException(newer.getMessage() + "; " + older.getMessage(), older);
      }
    }
  }

  private static PowerGauge gauge(Way way, RocmDevice device, String what) throws SensorException {
    boolean averaged = way.ask(device.index()).averaged();
    Reading watts = () -> watts(way.ask(device.index()).microwatts(), device.leastWatts(), what);
    watts.read();
    return new PowerGauge(watts, averaged ? AVERAGE : Duration.ZERO, PERIOD);
  }

  private static double watts(long microwatts, double least, String what) throws SensorException {
    double watts = microwatts * WATTS_PER_MICROWATT;
    if (microwatts < 0 || watts > PlausiblePower.MOST_WATTS) {
      throw new SensorException(
          what + " tells " + Long.toUnsignedString(microwatts) + " uW, which no GPU draws");
    }
    if (watts > 0 && watts < least) {
      throw new SensorException(what + " tells " + watts + " W, less than the board draws idle");
    }
    return PlausiblePower.check(watts, what);
  }
}
