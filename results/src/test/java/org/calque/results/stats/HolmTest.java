package org.calque.results.stats;

import static org.assertj.core.api.Assertions.assertThat;

import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

final class HolmTest {
  @Test
  void theSmallestIsMultipliedByAllAndTheNextByOneLess() {
    // 0.005 * 4, 0.01 * 3, 0.03 * 2, and 0.04 * 1 raised to the one before it.
    assertThat(Holm.correct(new double[] {0.01, 0.04, 0.03, 0.005}))
        .containsExactly(new double[] {0.03, 0.06, 0.06, 0.02}, Offset.offset(1e-12));
  }

  @Test
  void noProbabilityExceedsOne() {
    assertThat(Holm.correct(new double[] {0.9, 0.8})).containsExactly(1, 1);
  }

  @Test
  void aSingleRowStaysAndNoneIsNothing() {
    assertThat(Holm.correct(new double[] {0.03})).containsExactly(0.03);
    assertThat(Holm.correct(new double[0])).isEmpty();
  }
}
