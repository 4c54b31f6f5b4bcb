package org.calque.runtime.power.nvml;

import com.sun.jna.Pointer;
import java.time.Duration;
import org.calque.runtime.power.EnergyCounter;
import org.calque.runtime.power.SensorException;

/** The counter of a GPU's energy in millijoules, which starts when the driver is loaded. */
final class NvmlEnergy {
  private static final double JOULES_PER_MILLIJOULE = 1e-3;

  /** It moves in steps of about so long. */
  private static final Duration STEP = Duration.ofMillis(100);

  /** From here on it was seen within 4 % of the integral of power; at 1 s it was 12 % off. */
  private static final Duration LEAST = Duration.ofSeconds(2);

  /** From here on within a percent. */
  private static final Duration SOUND = Duration.ofSeconds(5);

  /** What a {@code double} counts exactly. */
  private static final long MOST = 1L << 53;

  private NvmlEnergy() {}

  /** A counter that has answered once. */
  static EnergyCounter counter(Nvml nvml, Pointer device) throws SensorException {
    if (millijoules(nvml, device) == 0) {
      throw new SensorException(
          "nvmlDeviceGetTotalEnergyConsumption tells 0 mJ, so it does not count");
    }
    return new EnergyCounter(
        () -> millijoules(nvml, device),
        JOULES_PER_MILLIJOULE,
        EnergyCounter.ENDLESS,
        STEP,
        LEAST,
        SOUND);
  }

  private static double millijoules(Nvml nvml, Pointer device) throws SensorException {
    long energy = nvml.totalEnergy(device);
    if (energy < 0 || energy > MOST) {
      throw new SensorException(
          "nvmlDeviceGetTotalEnergyConsumption tells "
              + Long.toUnsignedString(energy)
              + " mJ, which no GPU has drawn");
    }
    return energy;
  }
}
