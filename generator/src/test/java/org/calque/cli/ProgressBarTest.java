package org.calque.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;

/** A bar for those who wait, and for no one else. */
class ProgressBarTest {
  private final StringWriter text = new StringWriter();
  private long now;
  private final ProgressBar bar =
      new ProgressBar(new PrintWriter(text), "big\u001b.json", 1_000, () -> now);

  @Test
  void aSecondPassesBeforeAnythingIsDrawn() {
    now = 900_000_000L;
    bar.accept(500);
    bar.close();

    assertThat(text.toString()).isEmpty();
  }

  @Test
  void whatIsDrawnIsWipedOff() {
    now = 2_000_000_000L;
    bar.accept(500);

    assertThat(text.toString())
        .isEqualTo("\r[" + "#".repeat(15) + ".".repeat(15) + "]  50 % of big?.json, 2 s");
    bar.close();
    assertThat(text.toString()).endsWith(" \r").doesNotContain("\u001b");
  }
}
