package org.calque.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

class RunEnvironmentTest {
  @Test
  void whatChangesAllocationIsKeptAndNothingElse() {
    assertThat(
            RunEnvironment.of(
                Map.of(
                    "MALLOC_ARENA_MAX", "1",
                    "LD_PRELOAD", "libjemalloc.so.2",
                    "HOME", "/home/someone",
                    "TOKEN", "secret")))
        .containsOnly(
            Map.entry("LD_PRELOAD", "libjemalloc.so.2"), Map.entry("MALLOC_ARENA_MAX", "1"));
  }
}
