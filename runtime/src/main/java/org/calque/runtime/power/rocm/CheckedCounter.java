package org.calque.runtime.power.rocm;

import java.time.Duration;
import java.util.Locale;
import org.calque.runtime.power.EnergyCounter;
import org.calque.runtime.power.PowerGauge;
import org.calque.runtime.power.SensorException;

/**
 * An energy counter between two looks at it. Some stand still and some count in other units than
 * they say, so one is taken only where it counts about what the gauge tells.
 */
final class CheckedCounter {
  private static final double JOULES_PER_MICROJOULE = 1e-6;

  /** Counter and power may differ by as much, since power changes while it is looked at. */
  private static final double MOST_RATIO = 10;

  /** What a {@code double} counts exactly. */
  private static final long MOST = 1L << 53;

  /** Firmware adds to it about every millisecond; the library does not say how often. */
  private static final Duration STEP = Duration.ofMillis(10);

  private static final Duration LEAST = STEP.multipliedBy(20);
  private static final Duration SOUND = STEP.multipliedBy(100);

  private final RocmSmi smi;
  private final int device;
  private final PowerGauge gauge;
  private final double microjoules;
  private final double watts;
  private final long nanos;
  private final double count;

  /**
   * Looks for the first time.
   *
   * @param gauge null for none, so that it is only checked whether the counter moves
   */
  CheckedCounter(RocmSmi smi, int device, PowerGauge gauge) throws SensorException {
    this.smi = smi;
    this.device = device;
    this.gauge = gauge;
    this.microjoules = smi.energy(device).microjoules();
    this.watts = gauge == null ? Double.NaN : gauge.reading().read();
    this.nanos = System.nanoTime();
    this.count = count();
    if (!(microjoules > 0 && microjoules < Double.POSITIVE_INFINITY)) {
      throw new SensorException("the energy counter has a resolution of " + microjoules + " uJ");
    }
  }

  /** Looks again, some time later. */
  EnergyCounter check() throws SensorException {
    double counts = count() - count;
    double seconds = (System.nanoTime() - nanos) / 1e9;
    if (counts == 0) {
      throw failure("the energy counter stood still for %.3g s", seconds);
    }
    if (counts < 0) {
      throw failure("the energy counter fell by %.0f in %.3g s", -counts, seconds);
    }
    if (gauge != null) {
      double counted = counts * microjoules * JOULES_PER_MICROJOULE / seconds;
      double told = (watts + gauge.reading().read()) / 2;
      if (counted > told * MOST_RATIO || counted < told / MOST_RATIO) {
        throw failure("the energy counter says %.3g W where power is %.3g W", counted, told);
      }
    }
    return new EnergyCounter(
        this::count,
        microjoules * JOULES_PER_MICROJOULE,
        EnergyCounter.ENDLESS,
        STEP,
        LEAST,
        SOUND);
  }

  private double count() throws SensorException {
    long told = smi.energy(device).count();
    if (told < 0 || told > MOST) {
      throw new SensorException(
          "rsmi_dev_energy_count_get tells " + Long.toUnsignedString(told) + " counts");
    }
    return told;
  }

  private static SensorException failure(String format, Object... numbers) {
    return new SensorException(String.format(Locale.ROOT, format, numbers));
  }
}
