package org.calque.runtime.linux;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

/** Software events have the same interface as the processor's, and every Linux has them. */
class HardwareCountersTest {
  private static final int SOFTWARE = 1;
  private static final int TASK_CLOCK = 1;
  private static final int NO_SUCH_TYPE = 9_999;
  private static final long BUSY_NANOS = 20_000_000;

  @Test
  void aCounterGrowsWithWork() {
    int clock = HardwareCounters.open(SOFTWARE, TASK_CLOCK);
    assumeTrue(clock >= 0, "perf_event_open is not allowed here");
    try {
      long before = HardwareCounters.read(clock).orElseThrow();
      long start = System.nanoTime();
      while (System.nanoTime() - start < BUSY_NANOS) {
        Thread.onSpinWait();
      }
      long counted = HardwareCounters.read(clock).orElseThrow() - before;
      assertThat(counted).isBetween(BUSY_NANOS / 20, System.nanoTime() - start);
    } finally {
      HardwareCounters.close(clock);
    }
  }

  @Test
  void aCounterThatThereIsNotIsEmptyAndNotZero() {
    assertThat(HardwareCounters.open(NO_SUCH_TYPE, 0)).isNegative();
    assertThat(HardwareCounters.read(-1)).isEqualTo(OptionalLong.empty());
  }

  @Test
  void bothOfTheProcessorsAreThereOrAreEmpty() {
    try (HardwareCounters counters = HardwareCounters.open()) {
      counters.instructions().ifPresent(count -> assertThat(count).isPositive());
      counters.cacheMisses().ifPresent(count -> assertThat(count).isNotNegative());
    }
  }
}
