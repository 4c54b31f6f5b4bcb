package org.calque.runtime.power;

import java.time.Duration;

/**
 * One thing that can be read: a counter of energy, a gauge of power, or both.
 *
 * @param facts what is measured
 * @param counter null for none
 * @param gauge null for none
 */
public record Sensor(SensorFacts facts, EnergyCounter counter, PowerGauge gauge)
    implements AutoCloseable {
  public Sensor {
    if (counter == null && gauge == null) {
      throw new IllegalArgumentException(facts.id() + " has nothing to read");
    }
  }

  /** Shortest window whose energy it gives soundly. */
  public Duration sound() {
    Duration counted = counter == null ? Duration.ZERO : counter.sound();
    Duration integrated = gauge == null ? Duration.ZERO : gauge.sound();
    return counted.compareTo(integrated) < 0 ? integrated : counted;
  }

  /** Lets go of files and libraries. */
  @Override
  public void close() {
    if (counter != null) {
      counter.reading().close();
    }
    if (gauge != null) {
      gauge.reading().close();
    }
  }
}
