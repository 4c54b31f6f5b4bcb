package org.calque.runtime.linux;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.calque.runtime.AllocatorSettings;
import org.calque.runtime.ReplayException;
import org.junit.jupiter.api.Test;

class MallocTest {

  @Test
  void aValueThatIsNoNumberIsRefusedWithWhatToDo() {
    assertThatThrownBy(() -> Malloc.apply(AllocatorSettings.of("MALLOC_TOP_PAD_", "much")))
        .isInstanceOf(ReplayException.class)
        .hasMessage(
            "MALLOC_TOP_PAD_=much cannot be set: it is no number; choose -p allocator=system to"
                + " leave the allocator as it is");
  }

  @Test
  void aSettingOfTheEnvironmentAloneIsMissedOnce() {
    PrintStream before = System.err;
    ByteArrayOutputStream errors = new ByteArrayOutputStream();
    System.setErr(new PrintStream(errors, true, StandardCharsets.UTF_8));
    try {
      Malloc.apply(AllocatorSettings.of("MALLOC_CONF", "dirty_decay_ms:0"));
      Malloc.apply(AllocatorSettings.of("MALLOC_CONF", "dirty_decay_ms:0"));
    } finally {
      System.setErr(before);
    }
    assertThat(errors.toString(StandardCharsets.UTF_8))
        .isEqualToIgnoringNewLines(
            "calque: the recording ran with MALLOC_CONF=dirty_decay_ms:0; set it in the"
                + " environment of java for the same allocator");
  }
}
