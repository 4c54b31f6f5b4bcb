package org.calque.runtime.power;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class CountedEnergyTest {
  private static final long SECOND = 1_000_000_000L;
  private static final double RANGE = 262_143_328_850.0;

  private static CountedEnergy microjoules(double range) {
    return new CountedEnergy(Sensors.microjoules(() -> 0, range));
  }

  @Test
  @DisplayName("Case 1: a long run never gives negative energy")
  void manyTurnsOfACounterAddUp() {
    CountedEnergy energy = microjoules(RANGE);
    double joules = 0;
    double before = energy.add(0, RANGE - 1e6).joules();
    for (int i = 1; i <= 1000; i++) {
      joules += 1400; // 280 W for 5 s
      double now = energy.add(i * 5 * SECOND, (RANGE - 1e6 + joules * 1e6) % RANGE).joules();
      assertThat(now).isGreaterThan(before);
      before = now;
    }
    assertThat(before).isCloseTo(joules, within(0.01));
    assertThat(energy.faults(0, Long.MAX_VALUE)).isEmpty();
  }

  @Test
  @DisplayName("Case 2: a counter that passes max_energy_range_uj goes on from 0")
  void wrapAddsTheRangeOfThatCounter() {
    CountedEnergy energy = microjoules(RANGE);
    energy.add(0, RANGE - 10e6);
    assertThat(energy.add(SECOND, 90e6).joules()).isCloseTo(100, within(1e-6));
  }

  @Test
  void eachCounterWrapsAlone() {
    CountedEnergy first = microjoules(RANGE);
    CountedEnergy second = microjoules(65_532_610_987.0);
    first.add(0, RANGE - 1e6);
    second.add(0, 1e6);
    double sum = first.add(SECOND, 9e6).joules() + second.add(SECOND, 21e6).joules();
    assertThat(sum).isCloseTo(30, within(1e-6));
  }

  @Test
  @DisplayName(
      "Case 3: a counter that falls while its range cannot be read is flagged, not counted")
  void fallWithoutAKnownRangeIsAReset() {
    CountedEnergy energy = microjoules(EnergyCounter.UNKNOWN);
    energy.add(0, 4_000_000_000.0);
    assertThat(energy.add(SECOND, 10_000).joules()).isZero();
    assertThat(energy.faults(0, SECOND))
        .singleElement()
        .satisfies(
            fault -> {
              assertThat(fault.kind()).isEqualTo(Validity.RESET);
              assertThat(fault.reason()).contains("fell from 4000000000 to 10000");
            });
  }

  @Test
  @DisplayName("Case 4: a counter that falls from 22 MJ to 200 J was reset")
  void fallOfAnEndlessCounterIsAReset() {
    CountedEnergy energy =
        new CountedEnergy(
            new EnergyCounter(
                () -> 0,
                1e-3,
                EnergyCounter.ENDLESS,
                Duration.ofMillis(100),
                Duration.ofSeconds(2),
                Duration.ofSeconds(5)));
    energy.add(0, 22e9);
    energy.add(SECOND, 200e3);
    assertThat(kinds(energy)).containsExactly(Validity.RESET);
  }

  @Test
  void resetOfACounterWithARangeIsToldFromAWrap() {
    CountedEnergy energy = microjoules(RANGE);
    energy.add(0, 100e9);
    energy.add(SECOND, 5e6); // a wrap would have been 162 kJ in one second
    assertThat(kinds(energy)).containsExactly(Validity.RESET);
  }

  @Test
  void whatNoDeviceDrawsIsAbsurd() {
    CountedEnergy energy = microjoules(EnergyCounter.ENDLESS);
    energy.add(0, 0);
    energy.add(SECOND, 9.2e14);
    assertThat(kinds(energy)).containsExactly(Validity.ABSURD);
  }

  @Test
  void timeInWhichAWholeTurnFitsIsAGap() {
    CountedEnergy energy = microjoules(RANGE);
    energy.add(0, 0);
    energy.add(165 * SECOND, 1e6);
    assertThat(kinds(energy)).containsExactly(Validity.GAP);
  }

  @Test
  void energyGoesOnAfterAFaultAndTheFaultStaysWhereItWas() {
    CountedEnergy energy = microjoules(EnergyCounter.UNKNOWN);
    energy.add(0, 5e6);
    energy.add(SECOND, 1e6);
    energy.add(2 * SECOND, 3e6);
    assertThat(energy.add(3 * SECOND, 4e6).joules()).isCloseTo(3, within(1e-9));
    assertThat(energy.faults(SECOND, 3 * SECOND)).isEmpty();
  }

  private static List<Validity> kinds(CountedEnergy energy) {
    return energy.faults(0, Long.MAX_VALUE).stream().map(CountedEnergy.Fault::kind).toList();
  }
}
