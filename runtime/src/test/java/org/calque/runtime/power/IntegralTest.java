package org.calque.runtime.power;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.SplittableRandom;
import java.util.function.DoubleUnaryOperator;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class IntegralTest {
  private static final long MILLI = 1_000_000L;

  /** Samples of a curve, each up to so many milliseconds late. */
  private static PowerSeries.Part sampled(
      DoubleUnaryOperator watts, double from, double to, double period, double late) {
    SplittableRandom random = new SplittableRandom(7);
    PowerSeries series = new PowerSeries();
    for (double t = from; t <= to; t += period) {
      double read = t + late * random.nextDouble();
      series.add((long) (read * 1e9), watts.applyAsDouble(read));
    }
    return series.all();
  }

  private static double joules(PowerSeries.Part part, double from, double to) {
    return Integral.of(part, (long) (from * 1e9), (long) (to * 1e9)).joules();
  }

  @Test
  void constantPowerGivesPowerTimesTimeWhereverTheEdgesLie() {
    PowerSeries.Part part = sampled(t -> 100, 0, 3, 0.1, 0);
    assertThat(joules(part, 0.537, 2.001)).isCloseTo(146.4, within(1e-6));
  }

  @Test
  void rampIsExactWhereSamplesAreNotAtTheEdges() {
    PowerSeries.Part part = sampled(t -> 100 + 50 * t, 0, 5, 0.1, 0.02);
    // 100 t + 25 t^2 from 1.234 to 3.456
    double truth = 100 * 2.222 + 25 * (3.456 * 3.456 - 1.234 * 1.234);
    assertThat(joules(part, 1.234, 3.456)).isCloseTo(truth, within(1e-6 * truth));
  }

  @ParameterizedTest
  @ValueSource(doubles = {0, 0.0013, 0.0049, 0.0077, 0.31})
  void squareWaveOfOneSecondIsWithinHalfAPercentAtTenMilliseconds(double phase) {
    DoubleUnaryOperator square = t -> (t + phase) % 1 < 0.5 ? 150 : 50;
    PowerSeries.Part part = sampled(square, 0, 8, 0.01, 0.0004);
    double truth = 500; // five whole periods
    assertThat(joules(part, 1.5, 6.5)).isCloseTo(truth, within(0.005 * truth));
  }

  @Test
  void shortSpikesCountByTheSamplesThatSawThem() {
    DoubleUnaryOperator spikes = t -> t % 0.25 < 0.05 ? 400 : 100;
    PowerSeries.Part part = sampled(spikes, 0, 8, 0.01, 0.0004);
    double truth = 5 * (100 + 300 * 0.2);
    assertThat(joules(part, 1, 6)).isCloseTo(truth, within(0.01 * truth));
  }

  @Test
  void windowEdgesAreExactToOneSample() {
    // Work draws 200 W from second 1 to 2, and what is around it 20 W.
    DoubleUnaryOperator work = t -> t >= 1 && t < 2 ? 200 : 20;
    PowerSeries.Part part = sampled(work, 0, 3, 0.01, 0);
    assertThat(joules(part, 1, 2)).isCloseTo(200, within(180 * 0.01));
  }

  @Test
  @DisplayName("Case 28: a start in front of the window does not count")
  void whatIsBeforeTheWindowDoesNotCount() {
    DoubleUnaryOperator start = t -> t < 10 ? 720 : 400;
    PowerSeries.Part part = sampled(start, 0, 20, 0.1, 0);
    assertThat(joules(part, 12, 17)).isCloseTo(2000, within(1e-6));
  }

  @Test
  @DisplayName("Case 29: a sampler that starved leaves a gap, which is not filled in")
  void longestTimeWithoutASampleIsTold() {
    PowerSeries series = new PowerSeries();
    for (long t : new long[] {0, 100, 200, 165_200, 165_300}) {
      series.add(t * MILLI, 50);
    }
    Integral integral = Integral.of(series.all(), 100 * MILLI, 165_250 * MILLI);
    assertThat(integral.gap()).isEqualTo(165_000 * MILLI);
  }

  @Test
  void noPowerIsMadeUpBeforeTheFirstSampleAndAfterTheLast() {
    PowerSeries series = new PowerSeries();
    series.add(400 * MILLI, 50);
    series.add(600 * MILLI, 50);
    Integral integral = Integral.of(series.all(), 0, 1000 * MILLI);
    assertThat(integral.joules()).isCloseTo(10, within(1e-9));
    assertThat(integral.covered()).isEqualTo(200 * MILLI);
  }

  @Test
  void withoutSamplesThereIsNoLeastAndMost() {
    Integral integral = Integral.of(new PowerSeries().all(), 0, 1000);
    assertThat(integral.least()).isNaN();
    assertThat(integral.most()).isNaN();
    assertThat(integral.samples()).isZero();
  }
}
