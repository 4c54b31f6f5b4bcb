package org.calque.runtime.power;

import java.time.Duration;
import java.util.function.DoubleUnaryOperator;

/** Sensors whose power follows a curve of the time since they were made. */
final class Sensors {
  static final SensorFacts FACTS =
      new SensorFacts("test", "device", "made up", Scope.MACHINE, "everything");

  private final long start = System.nanoTime();
  private final DoubleUnaryOperator watts;

  /** Power in watts at a number of seconds. */
  Sensors(DoubleUnaryOperator watts) {
    this.watts = watts;
  }

  static SensorFacts named(String device) {
    return new SensorFacts("test", device, device, Scope.MACHINE, "everything");
  }

  double seconds() {
    return (System.nanoTime() - start) / 1e9;
  }

  /** A gauge of the instant, new with each reading. */
  PowerGauge gauge(Duration period) {
    return new PowerGauge(() -> watts.applyAsDouble(seconds()), Duration.ZERO, period);
  }

  /** A sensor with a gauge of the instant alone. */
  Sensor gaugeOnly(Duration period) {
    return new Sensor(FACTS, null, gauge(period));
  }

  /** A counter of microjoules whose count is this function of seconds. */
  static EnergyCounter microjoules(Reading reading, double range) {
    return new EnergyCounter(
        reading, 1e-6, range, Duration.ofMillis(1), Duration.ofMillis(20), Duration.ofMillis(100));
  }
}
