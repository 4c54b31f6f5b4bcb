package org.calque.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

/** What a person may choose, and what is said where the choice is none. */
class ReplayOptionsTest {
  private static final ReplayOptions DEFAULTS = ReplayOptions.of(1);

  @Test
  void theDefaultsDoWhatTheRecordingSays() {
    assertThat(DEFAULTS)
        .isEqualTo(
            new ReplayOptions(
                1, Allocator.AS_RECORDED, Lookups.UNIFORM, Pace.OFF, false, ReplayOptions.NOTHING));
  }

  @Test
  void wordsChoose() {
    assertThat(
            DEFAULTS
                .withAllocator("retained")
                .withLookups("zipf:1.25")
                .withPace("recorded")
                .withLazy(true))
        .isEqualTo(
            new ReplayOptions(
                1,
                Allocator.RETAINED,
                new Lookups.Zipf(1.25),
                Pace.RECORDED,
                true,
                ReplayOptions.NOTHING));
  }

  @Test
  void otherWordsAreRefusedWithThoseThereAre() {
    assertThatThrownBy(() -> DEFAULTS.withAllocator("jemalloc"))
        .isInstanceOf(ReplayException.class)
        .hasMessage(
            "allocator=jemalloc is none of as-recorded, retained, system; choose one of them");
    assertThatThrownBy(() -> DEFAULTS.withPace("slow"))
        .hasMessage("pace=slow is neither off nor recorded; choose one");
    assertThatThrownBy(() -> DEFAULTS.withLookups("normal"))
        .hasMessage("lookups=normal is neither uniform nor zipf:ALPHA, such as zipf:1.1");
    assertThatThrownBy(() -> DEFAULTS.withLookups("zipf:steep"))
        .hasMessage("lookups=zipf:steep: alpha is no number");
    assertThatThrownBy(() -> DEFAULTS.withLookups("zipf:-1"))
        .hasMessage("lookups=zipf:-1.0: alpha has to be above 0");
  }

  @Test
  void theAllocatorOfTheRecordingIsTakenOnlyWhereItIsChosen() {
    AllocatorSettings recorded = AllocatorSettings.of("MALLOC_TOP_PAD_", "65536");
    assertThat(Allocator.AS_RECORDED.settings(recorded)).isEqualTo(recorded);
    assertThat(Allocator.SYSTEM.settings(recorded)).isEqualTo(AllocatorSettings.NONE);
    assertThat(Allocator.RETAINED.settings(recorded)).isEqualTo(AllocatorSettings.RETAINED);
  }
}
