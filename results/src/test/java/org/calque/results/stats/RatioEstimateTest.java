package org.calque.results.stats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.calque.results.Sample;
import org.junit.jupiter.api.Test;

final class RatioEstimateTest {
  @Test
  void nineteenOfTwentyIntervalsHoldTheRatio() {
    for (int forks : new int[] {4, 6, 10, 20}) {
      SplittableRandom random = new SplittableRandom(forks);
      int held = 0;
      for (int i = 0; i < 1000; i++) {
        Sample base = normal(forks, 100, 0.02, random);
        Sample head = normal(forks, 105, 0.02, random);
        Interval interval = RatioEstimate.of(base, head).interval(0);
        held += interval.low() <= 1.05 && 1.05 <= interval.high() ? 1 : 0;
      }
      assertThat(held).as("of 1000, %d forks", forks).isBetween(925, 975);
    }
  }

  @Test
  void forksOfDifferentNumberAreHeldToo() {
    SplittableRandom random = new SplittableRandom(5);
    int held = 0;
    for (int i = 0; i < 1000; i++) {
      Interval interval =
          RatioEstimate.of(normal(5, 100, 0.02, random), normal(15, 100, 0.02, random)).interval(0);
      held += interval.low() <= 1 && 1 <= interval.high() ? 1 : 0;
    }
    assertThat(held).isBetween(925, 980);
  }

  @Test
  void theSizeIsTestedAtItsLevel() {
    SplittableRandom random = new SplittableRandom(6);
    int rejected = 0;
    for (int i = 0; i < 2000; i++) {
      double p = RatioEstimate.of(normal(8, 100, 0.03, random), normal(8, 100, 0.03, random)).p(0);
      rejected += p <= 0.05 ? 1 : 0;
    }
    assertThat(rejected / 2000.0).isBetween(0.03, 0.075);
  }

  @Test
  void moreForksMakeItNarrower() {
    SplittableRandom random = new SplittableRandom(7);
    Interval few =
        RatioEstimate.of(normal(5, 100, 0.02, random), normal(5, 100, 0.02, random)).interval(0);
    Interval many =
        RatioEstimate.of(normal(40, 100, 0.02, random), normal(40, 100, 0.02, random)).interval(0);

    assertThat(many.high() - many.low()).isLessThan((few.high() - few.low()) / 2);
  }

  @Test
  void theSameValuesGiveTheSameAnswer() {
    Sample base = Sample.ofForkMeans(10, 11, 12, 13);
    Sample head = Sample.ofForkMeans(11, 12, 13, 15);

    assertThat(RatioEstimate.of(base, head).interval(0))
        .isEqualTo(RatioEstimate.of(base, head).interval(0));
  }

  @Test
  void whatNeverVariesIsExact() {
    RatioEstimate grown =
        RatioEstimate.of(Sample.ofForkMeans(24, 24, 24), Sample.ofForkMeans(48, 48, 48));

    assertThat(grown.interval(0)).isEqualTo(new Interval(2, 2));
    assertThat(grown.p(0)).isZero();
    RatioEstimate same = RatioEstimate.of(Sample.ofForkMeans(7, 7), Sample.ofForkMeans(7, 7));
    assertThat(same.interval(0)).isEqualTo(new Interval(1, 1));
    assertThat(same.p(0)).isEqualTo(1);
  }

  @Test
  void nothingHasNoLogarithmAndIsTold() {
    Sample none = Sample.ofForkMeans(0, 0, 0, 0);
    Sample some = Sample.ofForkMeans(8, 8, 8, 8);
    Sample now = Sample.ofForkMeans(0, 0, 8, 8);

    assertThat(RatioEstimate.of(none, none).interval(0)).isEqualTo(new Interval(1, 1));
    assertThat(RatioEstimate.of(none, some).interval(0).low()).isInfinite();
    assertThat(RatioEstimate.of(some, none).interval(0)).isEqualTo(new Interval(0, 0));
    assertThat(RatioEstimate.of(none, now).interval(0).high()).isInfinite();
    assertThat(RatioEstimate.of(none, now).p(0)).isEqualTo(1);
  }

  @Test
  void oneForkOrNegativeValuesHaveNoInterval() {
    assertThat(RatioEstimate.of(Sample.ofForkMeans(1), Sample.ofForkMeans(1, 2))).isNull();
    assertThat(RatioEstimate.of(Sample.ofForkMeans(1, -2), Sample.ofForkMeans(1, 2))).isNull();
    assertThat(RatioEstimate.of(Sample.EMPTY, Sample.EMPTY)).isNull();
  }

  @Test
  void theSideItselfIsInside() {
    Sample odd = Sample.ofForkMeans(1, 1, 1, 1, 1, 100);
    Interval interval = RatioEstimate.of(odd, odd).interval(0);

    assertThat(interval.low()).isLessThanOrEqualTo(1);
    assertThat(interval.high()).isGreaterThanOrEqualTo(1);
  }

  @Test
  void noiseWithinForksIsNotCountedTwice() {
    // Forks that differ only by the noise of their iterations: the mean of all iterations varies by
    // 0.05 / sqrt(8 * 5), so half the interval is about t(14) * sqrt(2) * that.
    SplittableRandom random = new SplittableRandom(8);
    double sum = 0;
    for (int i = 0; i < 200; i++) {
      Interval interval = RatioEstimate.of(noisy(8, 5, random), noisy(8, 5, random)).interval(0);
      sum += (interval.high() - interval.low()) / 2 / 200;
    }
    assertThat(sum).isCloseTo(2.145 * Math.sqrt(2) * 0.05 / Math.sqrt(40), within(0.002));
  }

  @Test
  void forksThatDriftTellLess() {
    Sample steady = Sample.ofForkMeans(10, 12, 11, 13, 10, 13, 11, 12);
    Sample rising = Sample.ofForkMeans(10, 10, 11, 11, 12, 12, 13, 13);

    assertThat(RatioEstimate.of(steady, steady).serialCorrelation()).isNegative();
    assertThat(RatioEstimate.of(rising, rising).serialCorrelation()).isGreaterThan(0.6);
    RatioEstimate estimate = RatioEstimate.of(steady, Sample.ofForkMeans(15, 14, 16, 15, 14));
    assertThat(estimate.p(0.5)).isGreaterThan(estimate.p(0));
    assertThat(estimate.interval(0.5).low()).isLessThan(estimate.interval(0).low());
  }

  private static Sample normal(int forks, double middle, double part, SplittableRandom random) {
    double[] means = new double[forks];
    for (int i = 0; i < forks; i++) {
      means[i] = middle * (1 + part * random.nextGaussian());
    }
    return Sample.ofForkMeans(means);
  }

  private static Sample noisy(int forks, int iterations, SplittableRandom random) {
    List<double[]> all = new ArrayList<>();
    for (int i = 0; i < forks; i++) {
      double[] values = new double[iterations];
      for (int k = 0; k < iterations; k++) {
        values[k] = 100 * (1 + 0.05 * random.nextGaussian());
      }
      all.add(values);
    }
    return Sample.of(all);
  }
}
