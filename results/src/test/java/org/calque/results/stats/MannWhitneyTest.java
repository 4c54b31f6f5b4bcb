package org.calque.results.stats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.stream.DoubleStream;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

final class MannWhitneyTest {
  @Test
  void samplesApartHaveTheSmallestProbabilityOfTheirSize() {
    // 2 of the C(8,4) = 70 arrangements are as far apart.
    assertThat(MannWhitney.pValue(of(1, 2, 3, 4), of(5, 6, 7, 8))).isCloseTo(2 / 70.0, tight());
    assertThat(MannWhitney.smallestP(4, 4)).isCloseTo(2 / 70.0, tight());
  }

  @Test
  void samplesThatOverlapHaveTheShareOfArrangementsAsFarApart() {
    // 52 of the C(9,4) = 126 arrangements are at least as far apart.
    assertThat(MannWhitney.pValue(of(1, 2, 4, 9), of(3, 5, 6, 7, 8)))
        .isCloseTo(0.4126984126984127, tight());
  }

  @Test
  void tiesAreExactToo() {
    // 2 of C(6,3) = 20 and 2 of C(8,4) = 70; the normal approximation says 0.047 and 0.013.
    assertThat(MannWhitney.pValue(of(1, 1, 1), of(2, 2, 2))).isCloseTo(0.1, tight());
    assertThat(MannWhitney.pValue(of(1, 1, 1, 1), of(2, 2, 2, 2))).isCloseTo(2 / 70.0, tight());
  }

  @Test
  void withoutTiesBothWaysAgree() {
    double[] a = of(1, 2, 4, 9, 11);
    double[] b = of(3, 5, 6, 7, 8, 20, 30);

    assertThat(TiedRanks.of(a, b).pValue()).isCloseTo(MannWhitney.pValue(a, b), tight());
  }

  @Test
  void theSameValuesAreNoDifference() {
    assertThat(MannWhitney.pValue(of(1, 2, 3, 4), of(1, 2, 3, 4))).isEqualTo(1);
    assertThat(MannWhitney.pValue(of(7, 7, 7, 7), of(7, 7, 7, 7))).isEqualTo(1);
    double[] many = DoubleStream.generate(() -> 7).limit(50).toArray();
    assertThat(MannWhitney.pValue(many, many)).isEqualTo(1);
  }

  @Test
  void manyTiedValuesAreStillTold() {
    double[] ones = DoubleStream.generate(() -> 1).limit(50).toArray();
    double[] twos = DoubleStream.generate(() -> 2).limit(50).toArray();

    assertThat(MannWhitney.pValue(ones, twos)).isLessThan(1e-6);
  }

  @Test
  void theSidesDoNotMatter() {
    double[] a = of(1, 2, 2, 5);
    double[] b = of(2, 3, 3, 9, 9);

    assertThat(MannWhitney.pValue(a, b)).isCloseTo(MannWhitney.pValue(b, a), tight());
  }

  @Test
  void anEmptySampleCannotBeTested() {
    assertThat(MannWhitney.pValue(of(), of(1))).isNaN();
  }

  @Test
  void fourForksASideAreTheFewest() {
    assertThat(MannWhitney.smallestP(3, 3)).isCloseTo(0.1, tight());
    assertThat(MannWhitney.smallestP(0, 9)).isEqualTo(1);
    assertThat(MannWhitney.forksNeeded(0.05)).isEqualTo(4);
    assertThat(MannWhitney.forksNeeded(0.05 / 2000)).isEqualTo(10);
  }

  private static double[] of(double... values) {
    return values;
  }

  private static Offset<Double> tight() {
    return within(1e-12);
  }
}
