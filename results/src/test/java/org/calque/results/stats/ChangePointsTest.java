package org.calque.results.stats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.Random;
import java.util.function.DoubleUnaryOperator;
import org.junit.jupiter.api.Test;

final class ChangePointsTest {
  private final ChangePoints points = ChangePoints.DEFAULT;

  @Test
  void theStatisticIsThatOfTheFormula() {
    double[] values = {1, 2, 10, 13};
    // Between {1, 2} and {10, 13}: 9 + 12 + 8 + 11 = 40; within: 1 and 3.
    double distance = 2 * 40 / 4.0 - 1 - 3;

    assertThat(new DivisiveStatistic(2).largest(values)).isCloseTo(distance, within(1e-12));
  }

  @Test
  void aStepIsFoundWhereItIs() {
    assertThat(points.find(new double[] {1, 2, 1, 2, 1, 2, 9, 8, 9, 8, 9, 8}))
        .singleElement()
        .satisfies(point -> assertThat(point.index()).isEqualTo(6))
        .satisfies(point -> assertThat(point.p()).isLessThanOrEqualTo(0.01));
  }

  @Test
  void fivePercentInOnePercentOfNoiseIsFoundWithinOneRun() {
    int near = 0;
    for (int seed = 0; seed < 200; seed++) {
      int step = 8 + seed % 25;
      List<ChangePoint> found = points.find(noise(40, 0.01, seed, i -> i < step ? 1 : 1.05));
      near += found.stream().anyMatch(point -> Math.abs(point.index() - step) <= 1) ? 1 : 0;
    }
    assertThat(near).isGreaterThanOrEqualTo(198);
  }

  @Test
  void flatNoiseMovesAsSeldomAsTheLevelSays() {
    int alarms = 0;
    for (int seed = 0; seed < 1000; seed++) {
      alarms += points.find(noise(30, 0.02, seed, i -> 1)).isEmpty() ? 0 : 1;
    }
    System.out.println("false alarms in 1000 flat series of 30 runs: " + alarms);
    assertThat(alarms).isLessThanOrEqualTo(20); // 10 are expected; 20 are 3 deviations more
  }

  @Test
  void aSingleSpikeAddsNoAlarmWhereverItIs() {
    int alarms = 0;
    for (int seed = 0; seed < 600; seed++) {
      alarms += points.find(spiked(seed, 1.5)).isEmpty() ? 0 : 1;
    }
    System.out.println("false alarms in 600 flat series of 30 runs with a spike: " + alarms);
    assertThat(alarms).isLessThanOrEqualTo(14); // 6 are expected
  }

  @Test
  void howFarASpikeGoesDoesNotMatter() {
    for (int seed = 0; seed < 30; seed++) {
      assertThat(points.find(spiked(seed, 1000))).isEqualTo(points.find(spiked(seed, 1.2)));
    }
  }

  @Test
  void severalStepsAreFoundAndAReturnTooByItsBothEnds() {
    DoubleUnaryOperator up = i -> i < 15 ? 1 : i < 30 ? 1.2 : 1.5;
    DoubleUnaryOperator bump = i -> i < 15 || i >= 25 ? 1 : 1.2;

    assertThat(points.find(noise(45, 0.01, 1, up)))
        .extracting(ChangePoint::index)
        .containsExactly(15, 30);
    assertThat(points.find(noise(40, 0.01, 2, bump)))
        .extracting(ChangePoint::index)
        .containsExactly(15, 25);
  }

  @Test
  void equalValuesNeverMove() {
    assertThat(points.find(new double[50])).isEmpty();
  }

  @Test
  void exactCountsMoveAtOnce() {
    assertThat(points.find(new double[] {7, 7, 7, 7, 7, 7, 8, 8, 8, 8, 8, 8}))
        .extracting(ChangePoint::index)
        .containsExactly(6);
  }

  @Test
  void tenValuesAreNeededAndFewerFindNothing() {
    assertThat(points.valuesNeeded()).isEqualTo(10);
    assertThat(points.find(new double[] {1, 1, 1, 1, 9, 9, 9, 9, 9})).isEmpty();
    assertThat(points.find(new double[] {1, 1, 1, 1, 1, 9, 9, 9, 9, 9})).hasSize(1);
    assertThat(points.find(new double[0])).isEmpty();
  }

  @Test
  void theSameSeriesGivesTheSameAnswer() {
    double[] series = noise(60, 0.03, 5, i -> i < 30 ? 1 : 1.06);

    assertThat(points.find(series)).isEqualTo(points.find(series));
  }

  @Test
  void fiveHundredSeriesOfTwoHundredRunsTakeSeconds() {
    long start = System.nanoTime();
    int moved = 0;
    for (int seed = 0; seed < 500; seed++) {
      int step = seed % 5 == 0 ? 100 : 1000;
      moved += points.find(noise(200, 0.02, seed, i -> i < step ? 1 : 1.1)).isEmpty() ? 0 : 1;
    }
    double seconds = (System.nanoTime() - start) / 1e9;
    System.out.printf("500 series of 200 runs, %d moved: %.1f s%n", moved, seconds);
    assertThat(moved).isGreaterThanOrEqualTo(100);
  }

  @Test
  void numbersOutOfRangeAreRefused() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new ChangePoints(0.001, 499, 4, 1))
        .withMessage("499 orders cannot show a probability of 0.001");
    assertThatIllegalArgumentException().isThrownBy(() -> new ChangePoints(0, 499, 4, 1));
    assertThatIllegalArgumentException().isThrownBy(() -> new ChangePoints(0.01, 499, 1, 1));
  }

  private static double[] spiked(int seed, double size) {
    double[] series = noise(30, 0.01, seed, i -> 1);
    series[seed % 30] *= size;
    return series;
  }

  private static double[] noise(int n, double spread, long seed, DoubleUnaryOperator level) {
    Random random = new Random(seed);
    double[] values = new double[n];
    for (int i = 0; i < n; i++) {
      values[i] = level.applyAsDouble(i) * (1 + spread * random.nextGaussian());
    }
    return values;
  }
}
