package org.calque.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

/** What a person may choose, and what is said where the choice is none. */
class ReplayOptionsTest {
  private static final ReplayOptions DEFAULTS = ReplayOptions.of(1);

  @Test
  void theDefaultsDoWhatTheRecordingSays() {
    assertThat(DEFAULTS.threads()).isEqualTo(1);
    assertThat(DEFAULTS.device()).isEqualTo("auto");
    assertThat(DEFAULTS.allocator()).isEqualTo(Allocator.AS_RECORDED);
    assertThat(DEFAULTS.types()).isEqualTo(TypeSubstitutions.NONE);
    assertThat(DEFAULTS.uncovered()).isEqualTo(Uncovered.REFUSED);
    assertThat(DEFAULTS.lookups()).isEqualTo(Lookups.UNIFORM);
    assertThat(DEFAULTS.pace()).isEqualTo(Pace.OFF);
    assertThat(DEFAULTS.lazy()).isFalse();
  }

  @Test
  void wordsChoose() {
    ReplayOptions chosen =
        DEFAULTS
            .withDevice("cuda:1")
            .withAllocator("retained")
            .withTypes("float16=float32+bfloat16=float32")
            .withUncovered("skipped")
            .withLookups("zipf:1.25")
            .withPace("recorded")
            .withLazy(true);
    assertThat(chosen.threads()).isEqualTo(1);
    assertThat(chosen.device()).isEqualTo("cuda:1");
    assertThat(chosen.allocator()).isEqualTo(Allocator.RETAINED);
    assertThat(chosen.types().of(DataType.FLOAT16)).isEqualTo(DataType.FLOAT32);
    assertThat(chosen.types().of(DataType.BFLOAT16)).isEqualTo(DataType.FLOAT32);
    assertThat(chosen.types().of(DataType.FLOAT64)).isEqualTo(DataType.FLOAT64);
    assertThat(chosen.types()).hasToString("float16=float32+bfloat16=float32");
    assertThat(chosen.uncovered()).isEqualTo(Uncovered.SKIPPED);
    assertThat(chosen.lookups()).isEqualTo(new Lookups.Zipf(1.25));
    assertThat(chosen.pace()).isEqualTo(Pace.RECORDED);
    assertThat(chosen.lazy()).isTrue();
    assertThat(DEFAULTS.lazy()).as("options are not changed by what is made of them").isFalse();
  }

  @Test
  void otherWordsAreRefusedWithThoseThereAre() {
    assertThatThrownBy(() -> DEFAULTS.withAllocator("jemalloc"))
        .isInstanceOf(ReplayException.class)
        .hasMessage(
            "allocator=jemalloc is none of as-recorded, retained, system; choose one of them");
    assertThatThrownBy(() -> DEFAULTS.withUncovered("ignored"))
        .hasMessage("uncovered=ignored is neither refused nor skipped");
    for (String none : new String[] {"", "float16", "float16=int8", "half=float32", "a=b=c"}) {
      assertThatThrownBy(() -> DEFAULTS.withTypes(none))
          .hasMessage(
              "types=%s is neither as-recorded nor floating-point types such as float16=float32,"
                  + " with + between several",
              none);
    }
    assertThatThrownBy(() -> DEFAULTS.withTypes("float32=bfloat16"))
        .hasMessage("types=float32=bfloat16: every device has kernels for float32");
    assertThatThrownBy(() -> DEFAULTS.withTypes("float16=float32+float16=float64"))
        .hasMessage("types=float16=float32+float16=float64: float16 is there twice");
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
