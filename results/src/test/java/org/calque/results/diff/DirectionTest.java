package org.calque.results.diff;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class DirectionTest {
  @ParameterizedTest
  @CsvSource({
    "ops/s, HIGHER_IS_BETTER",
    "ops/us, HIGHER_IS_BETTER",
    "ops/min, HIGHER_IS_BETTER",
    "images/s, HIGHER_IS_BETTER",
    "tokens/Wh, HIGHER_IS_BETTER",
    "items/J, HIGHER_IS_BETTER",
    "queries/s, HIGHER_IS_BETTER",
    "s/op, LOWER_IS_BETTER",
    "ns/op, LOWER_IS_BETTER",
    "B/op, LOWER_IS_BETTER",
    "J/op, LOWER_IS_BETTER",
    "mJ/token, LOWER_IS_BETTER",
    "ms/image, LOWER_IS_BETTER",
    "#/op, LOWER_IS_BETTER",
    "W, NEUTRAL",
    "MB/sec, NEUTRAL",
    "counts, NEUTRAL",
    "#, NEUTRAL",
    "ms, NEUTRAL",
    "J, NEUTRAL",
    "%, NEUTRAL",
    "/op, NEUTRAL",
    "tokens/step, NEUTRAL",
    "---, NEUTRAL",
    "'', NEUTRAL",
  })
  void theUnitTellsWhichWayIsBetter(String unit, Direction direction) {
    assertThat(Direction.of(unit)).isEqualTo(direction);
  }

  @ParameterizedTest
  @CsvSource({
    "device.utilization, HIGHER_IS_BETTER",
    "utilisation, HIGHER_IS_BETTER",
    "cache.misses, LOWER_IS_BETTER",
    "gpu.idle, LOWER_IS_BETTER",
    "p50, NEUTRAL",
    "hit.or.miss, NEUTRAL",
  })
  void ofAShareTheNameDoes(String metric, Direction direction) {
    assertThat(Direction.of("%", metric)).isEqualTo(direction);
  }
}
