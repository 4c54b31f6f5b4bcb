package org.calque.results.stats;

import static org.assertj.core.api.Assertions.assertThat;

import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

final class BenjaminiHochbergTest {
  @Test
  void eachIsMultipliedByAllOverItsRankAndLoweredToTheNext() {
    // 0.005 * 4/1, 0.01 * 4/2, 0.03 * 4/3 and 0.04 * 4/4.
    assertThat(BenjaminiHochberg.correct(new double[] {0.01, 0.04, 0.03, 0.005}))
        .containsExactly(new double[] {0.02, 0.04, 0.04, 0.02}, Offset.offset(1e-12));
  }

  @Test
  void manyEqualOnesStayAsTheyAre() {
    // Holm would multiply all of them by four.
    assertThat(BenjaminiHochberg.correct(new double[] {0.03, 0.03, 0.03, 0.03})).containsOnly(0.03);
  }

  @Test
  void noneIsNothing() {
    assertThat(BenjaminiHochberg.correct(new double[0])).isEmpty();
  }
}
