package org.calque.results.figures;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Small parts of the figures in the documentation. */
final class FiguresTest {
  @Test
  void aThingComparedWithItselfHardlyEverChanges() {
    List<Noise> noises = Noise.recorded().stream().map(noise -> noise.scaledTo(0.02)).toList();

    Map<Gate, Integer> alarms = FalseAlarms.alarms(noises, 10, 0, 30);

    assertThat(alarms.get(Gate.CALQUE_HOLM)).isZero();
    assertThat(alarms.get(Gate.CALQUE_BH)).isZero();
    assertThat(alarms.get(Gate.BENCHSTAT)).as("at 0.05 a row, 200 rows").isEqualTo(30);
  }

  @Test
  void fivePercentInOnePercentOfNoiseAreFoundWithTenForks() {
    Noise noise = Noise.normal(new SplittableRandom(2)).scaledTo(0.01);

    assertThat(Power.found(Gate.CALQUE_HOLM, noise, 0.05, 10, 200)).isGreaterThanOrEqualTo(0.95);
    assertThat(Power.found(Gate.CALQUE_HOLM, noise, 0.01, 10, 200)).isZero();
  }
}
