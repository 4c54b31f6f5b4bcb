package org.calque.runtime.power.sysfs;

import java.time.Duration;
import org.calque.runtime.power.EnergyCounter;
import org.calque.runtime.power.Reading;
import org.calque.runtime.power.Sensor;
import org.calque.runtime.power.SensorException;

/** The counter of a zone that answered once. */
final class RaplCounter {
  private static final double JOULES_PER_MICROJOULE = 1e-6;

  /**
   * The processor updates its counter about once in a millisecond (Intel 64 and IA-32 Architectures
   * Software Developer's Manual, volume 3, "RAPL Interfaces"), so each edge of a window is off by
   * up to one of them.
   */
  private static final Duration UPDATE = Duration.ofMillis(1);

  /** Both edges are off by 10 % of it at most. */
  private static final Duration LEAST = UPDATE.multipliedBy(20);

  /** Here the edges are off by 1 % on average. */
  private static final Duration SOUND = UPDATE.multipliedBy(100);

  private final RaplZone zone;
  private final String device;
  private final Reading reading;
  private final double range;
  private final double first;

  /** Opens the counter and reads it once. */
  RaplCounter(RaplZone zone, String device, SystemFiles files) throws SensorException {
    this.zone = zone;
    this.device = device;
    long most = files.number(zone.range());
    this.range = most > 0 ? most : EnergyCounter.UNKNOWN;
    this.reading = FileReading.count(files.file(zone.energy()));
    this.first = reading.read();
  }

  RaplZone zone() {
    return zone;
  }

  String device() {
    return device;
  }

  double first() {
    return first;
  }

  double read() throws SensorException {
    return reading.read();
  }

  void close() {
    reading.close();
  }

  /** Joules between two counts, the short way around. */
  double apart(double one, double other) {
    double counts = Double.isNaN(range) ? other - one : Math.IEEEremainder(other - one, range);
    return Math.abs(counts) * JOULES_PER_MICROJOULE;
  }

  Sensor sensor() {
    return new Sensor(
        zone.facts(device),
        new EnergyCounter(reading, JOULES_PER_MICROJOULE, range, UPDATE, LEAST, SOUND),
        null);
  }
}
