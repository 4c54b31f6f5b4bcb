package org.calque.runtime.power;

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
