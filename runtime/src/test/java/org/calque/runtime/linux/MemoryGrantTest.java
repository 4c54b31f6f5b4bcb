package org.calque.runtime.linux;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.calque.runtime.ReplayException;
import org.junit.jupiter.api.Test;

/** Memory is granted as long as the system has it, without asking for each tensor. */
class MemoryGrantTest {
  private static final long GIB = 1L << 30;

  private final AtomicLong available = new AtomicLong(GIB);
  private final AtomicInteger asked = new AtomicInteger();
  private final MemoryGrant grant =
      new MemoryGrant(
          () -> {
            asked.incrementAndGet();
            return available.get();
          });

  @Test
  void moreThanThereIsIsRefusedWithBothSizes() {
    assertThatThrownBy(() -> new MemoryGrant(AvailableMemory::bytes).take(0x1p60))
        .isInstanceOf(ReplayException.class)
        .hasMessageMatching("a tensor of 1073741824.0 GiB does not fit into the .* GiB available");
  }

  @Test
  void manySmallTensorsAreAskedForOnce() {
    for (int i = 0; i < 1000; i++) {
      grant.take(1000);
    }

    assertThat(asked).hasValue(1);
  }

  @Test
  void whatOthersTakeMeanwhileIsSeenAfterASixteenthOfWhatWasLeft() {
    grant.take(GIB / 16.0);
    available.set(GIB / 2);

    assertThatThrownBy(() -> grant.take(GIB / 2.0 + 1)).hasMessageContaining("the 0.5 GiB");
    grant.take(GIB / 2.0);
    assertThat(asked).hasValue(3);
  }

  @Test
  void aRefusalTakesNothing() {
    assertThatThrownBy(() -> grant.take(2.0 * GIB)).isInstanceOf(ReplayException.class);

    grant.take(GIB);
  }
}
