package org.calque.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class PacedCallTest {
  private static final long GAP_NANOS = 2_000_000;

  @Test
  void theCallComesAfterItsGap() {
    long[] called = {0};
    Call paced = new PacedCall(GAP_NANOS, () -> called[0] = System.nanoTime());
    long start = System.nanoTime();
    paced.run();
    assertThat(called[0] - start).isGreaterThanOrEqualTo(GAP_NANOS);
  }
}
