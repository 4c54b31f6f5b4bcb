package org.calque.results.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.calque.results.Sample;
import org.calque.results.diff.Side;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class NumbersTest {
  @ParameterizedTest
  @CsvSource({
    "0, 0.000",
    "1, 1.000",
    "-12.5, -12.50",
    "999.96, 1000.0",
    "41.204, 41.20",
    "123456.7, 123457",
    "0.1, 0.1000",
    "0.01, 0.01000",
    "0.0062975, 0.006298",
    "0.00005, 5.000e-05",
    "2e12, 2.000e+12",
    "NaN, ?",
    "-Infinity, -∞",
  })
  void valuesHaveFourDigits(double value, String text) {
    assertThat(Numbers.value(value)).isEqualTo(text);
  }

  @ParameterizedTest
  @CsvSource({"0.0004, <0.001", "0.0022, 0.002", "1, 1.000", "NaN, -"})
  void probabilitiesHaveThreeDecimals(double p, String text) {
    assertThat(Numbers.probability(p)).isEqualTo(text);
  }

  @Test
  void aSingleForkHasNoSpread() {
    assertThat(Numbers.side(new Side(Sample.EMPTY, 5, Double.NaN))).isEqualTo("5.000");
    assertThat(Numbers.side(new Side(Sample.EMPTY, 5.5, 0.1))).isEqualTo("5.500 ± 10%");
    assertThat(Numbers.side(null)).isEqualTo("-");
  }
}
