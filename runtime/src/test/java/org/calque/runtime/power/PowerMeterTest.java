package org.calque.runtime.power;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.DoubleUnaryOperator;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Meters in real time, over sensors whose power is known. */
class PowerMeterTest {
  private static final Duration TEN = Duration.ofMillis(10);

  private static WindowEnergy measured(Sensor sensor, long millis) throws InterruptedException {
    return measured(sensor, millis, MeterSettings.DEFAULT);
  }

  private static WindowEnergy measured(Sensor sensor, long millis, MeterSettings settings)
      throws InterruptedException {
    try (PowerMeter meter = new PowerMeter(List.of(sensor), settings)) {
      meter.start();
      PowerMeter.Window window = meter.open();
      Thread.sleep(millis);
      return meter.close(window).get(0);
    }
  }

  @Test
  void constantPowerIsMeasured() throws InterruptedException {
    WindowEnergy energy = measured(new Sensors(t -> 80).gaugeOnly(TEN), 500);
    assertThat(energy.watts()).isCloseTo(80, within(0.01));
    assertThat(energy.validity()).isEqualTo(Validity.VALID);
    assertThat(energy.samples()).isGreaterThan(20);
  }

  @Test
  void rampIsMeasuredWithinHalfAPercent() throws InterruptedException {
    Sensors ramp = new Sensors(t -> 50 + 100 * t);
    try (PowerMeter meter = new PowerMeter(List.of(ramp.gaugeOnly(TEN)), MeterSettings.DEFAULT)) {
      meter.start();
      Thread.sleep(100);
      double from = ramp.seconds();
      PowerMeter.Window window = meter.open();
      Thread.sleep(700);
      WindowEnergy energy = meter.close(window).get(0);
      double to = from + energy.seconds();
      double truth = 50 * (to - from) + 50 * (to * to - from * from);
      assertThat(energy.joules()).isCloseTo(truth, within(0.005 * truth));
      assertThat(energy.least()).isCloseTo(50 + 100 * from, within(1.0));
      assertThat(energy.most()).isCloseTo(50 + 100 * to, within(1.0));
    }
  }

  @Test
  void counterGoesBeforeTheIntegral() throws InterruptedException {
    WindowEnergy energy = measured(both(t -> 40, 41), 400);
    assertThat(energy.method()).isEqualTo(Method.COUNTER);
    assertThat(energy.watts()).isCloseTo(41, within(0.5));
    assertThat(energy.integrated() / energy.seconds()).isCloseTo(40, within(0.1));
    assertThat(energy.validity()).isEqualTo(Validity.VALID);
  }

  @Test
  @DisplayName("Case 19: counter and integral that differ are both told, with a warning")
  void disagreementIsTold() throws InterruptedException {
    WindowEnergy energy = measured(both(t -> 65.4, 37.4), 400);
    assertThat(energy.validity()).isEqualTo(Validity.DISAGREES);
    assertThat(energy.counted() / energy.seconds()).isCloseTo(37.4, within(0.5));
    assertThat(energy.integrated() / energy.seconds()).isCloseTo(65.4, within(0.5));
    assertThat(energy.reason()).contains("the counter says").contains("the integral of power");
  }

  @Test
  @DisplayName("Case 16: without a counter power is integrated, and the method says so")
  void methodIsNamed() throws InterruptedException {
    WindowEnergy energy = measured(new Sensors(t -> 30 + t).gaugeOnly(TEN), 300);
    assertThat(energy.method()).isEqualTo(Method.INSTANT);
    assertThat(energy.counted()).isNaN();
    assertThat(energy.joules()).isPositive();
  }

  @Test
  @DisplayName("Case 20: average power and that of the instant are told apart")
  void averagesAreNamedAndNeedLongerWindows() throws InterruptedException {
    PowerGauge average = new PowerGauge(() -> 60, Duration.ofMillis(200), TEN);
    Sensor sensor = new Sensor(Sensors.FACTS, null, average);
    WindowEnergy shortWindow = measured(sensor, 300);
    assertThat(shortWindow.method()).isEqualTo(Method.AVERAGE);
    assertThat(shortWindow.validity()).isEqualTo(Validity.BELOW_RESOLUTION);
    assertThat(measured(sensor, 1100).validity()).isEqualTo(Validity.VALID);
  }

  @Test
  @DisplayName("Case 27: a window too short for the sensor says what would do, and is not 0")
  void shortWindowIsBelowResolution() throws InterruptedException {
    PowerGauge slow = new PowerGauge(() -> 60, Duration.ZERO, Duration.ofMillis(100));
    EnergyCounter nvml =
        new EnergyCounter(
            () -> 5,
            1e-3,
            EnergyCounter.ENDLESS,
            Duration.ofMillis(100),
            Duration.ofSeconds(2),
            Duration.ofSeconds(5));
    WindowEnergy energy = measured(new Sensor(Sensors.FACTS, nvml, slow), 50);
    assertThat(energy.validity()).isEqualTo(Validity.BELOW_RESOLUTION);
    assertThat(energy.joules()).isNaN();
    assertThat(energy.reason()).contains("needs 5.00 s");
  }

  @Test
  @DisplayName("Case 23: a counter that stands still is no energy of 0")
  void frozenCounterIsNamed() throws InterruptedException {
    EnergyCounter frozen = Sensors.microjoules(() -> 123_456, 1e12);
    WindowEnergy energy = measured(new Sensor(Sensors.FACTS, frozen, null), 200);
    assertThat(energy.validity()).isEqualTo(Validity.FROZEN);
    assertThat(energy.joules()).isNaN();
  }

  @Test
  void integralStandsInForACounterThatIsFrozen() throws InterruptedException {
    EnergyCounter frozen = Sensors.microjoules(() -> 123_456, 1e12);
    Sensors power = new Sensors(t -> 70 + t);
    WindowEnergy energy = measured(new Sensor(Sensors.FACTS, frozen, power.gauge(TEN)), 300);
    assertThat(energy.method()).isEqualTo(Method.INSTANT);
    assertThat(energy.validity()).isEqualTo(Validity.VALID);
    assertThat(energy.reason()).contains("the counter stood still");
  }

  @Test
  void sensorThatVanishesIsLostAndSaysWhy() throws InterruptedException {
    AtomicBoolean gone = new AtomicBoolean();
    Reading reading =
        () -> {
          if (gone.get()) {
            throw new SensorException("/sys/class/hwmon/hwmon3/power1_average is gone");
          }
          return 90;
        };
    Sensor sensor = new Sensor(Sensors.FACTS, null, new PowerGauge(reading, Duration.ZERO, TEN));
    try (PowerMeter meter = new PowerMeter(List.of(sensor), MeterSettings.DEFAULT)) {
      meter.start();
      PowerMeter.Window window = meter.open();
      Thread.sleep(150);
      gone.set(true);
      Thread.sleep(150);
      WindowEnergy energy = meter.close(window).get(0);
      assertThat(energy.validity()).isEqualTo(Validity.LOST);
      assertThat(energy.joules()).isNaN();
      assertThat(energy.reason()).contains("hwmon3/power1_average is gone");
    }
  }

  @Test
  void sensorThatStallsLeavesAGap() throws InterruptedException {
    AtomicBoolean stalled = new AtomicBoolean();
    Reading reading =
        () -> {
          if (stalled.compareAndSet(true, false)) {
            sleep(400);
          }
          return 90;
        };
    Sensor sensor = new Sensor(Sensors.FACTS, null, new PowerGauge(reading, Duration.ZERO, TEN));
    MeterSettings settings = new MeterSettings(Duration.ZERO, Duration.ofMillis(200), 0.1);
    try (PowerMeter meter = new PowerMeter(List.of(sensor), settings)) {
      meter.start();
      PowerMeter.Window window = meter.open();
      Thread.sleep(100);
      stalled.set(true);
      Thread.sleep(600);
      WindowEnergy energy = meter.close(window).get(0);
      assertThat(energy.validity()).isEqualTo(Validity.GAP);
      assertThat(energy.joules()).isNaN();
      assertThat(energy.gap()).isGreaterThan(0.19);
    }
  }

  @Test
  void absurdPowerIsNotCounted() throws InterruptedException {
    WindowEnergy energy = measured(new Sensors(t -> -3).gaugeOnly(TEN), 200);
    assertThat(energy.validity()).isEqualTo(Validity.LOST);
    assertThat(energy.reason()).contains("test.device tells -3.0 W");
  }

  @Test
  @DisplayName("Case 17: a sensor that fails leaves the others their numbers")
  void oneFailingSensorLeavesTheOthersAlone() throws InterruptedException {
    Reading failing =
        () -> {
          throw new SensorException("NotSupported");
        };
    Sensor bad =
        new Sensor(Sensors.named("gpu0"), null, new PowerGauge(failing, Duration.ZERO, TEN));
    Sensor good =
        new Sensor(Sensors.named("gpu1"), null, new PowerGauge(() -> 250, Duration.ZERO, TEN));
    try (PowerMeter meter = new PowerMeter(List.of(bad, good), MeterSettings.DEFAULT)) {
      meter.start();
      PowerMeter.Window window = meter.open();
      Thread.sleep(300);
      List<WindowEnergy> energies = meter.close(window);
      assertThat(energies.get(0).joules()).isNaN();
      assertThat(energies.get(1).watts()).isCloseTo(250, within(0.1));
    }
  }

  @Test
  void equalSamplesAreTold() throws InterruptedException {
    WindowEnergy energy = measured(new Sensors(t -> 80).gaugeOnly(TEN), 400);
    assertThat(energy.reason()).matches("all \\d+ samples are 80\\.00 W");
  }

  @Test
  void counterWithoutGaugeGivesPowerOverTime() throws InterruptedException {
    Sensors constant = new Sensors(t -> 55);
    EnergyCounter counter =
        Sensors.microjoules(() -> Math.floor(55e6 * constant.seconds()), EnergyCounter.ENDLESS);
    WindowEnergy energy = measured(new Sensor(Sensors.FACTS, counter, null), 500);
    assertThat(energy.watts()).isCloseTo(55, within(0.1));
    assertThat(energy.samples()).isGreaterThan(10);
    assertThat(energy.least()).isCloseTo(55, within(2.0));
    assertThat(energy.most()).isCloseTo(55, within(2.0));
  }

  @Test
  void wrapInTheMiddleOfAWindowDoesNotShow() throws InterruptedException {
    double range = 1e9; // 1 kJ, reached within the window
    Sensors constant = new Sensors(t -> 1000);
    EnergyCounter counter =
        Sensors.microjoules(() -> Math.floor(0.8e9 + 1e9 * constant.seconds()) % range, range);
    WindowEnergy energy = measured(new Sensor(Sensors.FACTS, counter, null), 500);
    assertThat(energy.watts()).isCloseTo(1000, within(5.0));
    assertThat(energy.validity()).isEqualTo(Validity.VALID);
  }

  private static Sensor both(DoubleUnaryOperator watts, double countedWatts) {
    Sensors sensors = new Sensors(watts);
    EnergyCounter counter =
        Sensors.microjoules(
            () -> Math.floor(countedWatts * 1e6 * sensors.seconds()), EnergyCounter.ENDLESS);
    return new Sensor(Sensors.FACTS, counter, sensors.gauge(TEN));
  }

  private static void sleep(long millis) {
    try {
      Thread.sleep(millis);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
