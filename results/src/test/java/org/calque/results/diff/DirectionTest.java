package org.calque.results.diff;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class DirectionTest {
  @ParameterizedTest
  @CsvSource({
    "ops/s, HIGHER_IS_BETTER",
    "ops/us, HIGHER_IS_BETTER",
    "s/op, LOWER_IS_BETTER",
    "ns/op, LOWER_IS_BETTER",
    "B/op, LOWER_IS_BETTER",
    "J/op, LOWER_IS_BETTER",
    "W, NEUTRAL",
    "MB/sec, NEUTRAL",
    "counts, NEUTRAL",
    "ms, NEUTRAL",
    "'', NEUTRAL",
  })
  void theUnitTellsWhichWayIsBetter(String unit, Direction direction) {
    assertThat(Direction.of(unit)).isEqualTo(direction);
  }
}
