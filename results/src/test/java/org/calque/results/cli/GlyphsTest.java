package org.calque.results.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class GlyphsTest {
  @Test
  void noLineIsACommandOfAWorkflow() {
    assertThat(Glyphs.printable("::error::x")).isEqualTo(": :error::x");
    assertThat(Glyphs.UNICODE.show("  ::stop-commands::x")).isEqualTo("  : :stop-commands::x");
    assertThat(Glyphs.ASCII.show("\u00a0::x")).doesNotContain("::");
    assertThat(Glyphs.printable("a ##[group]x")).isEqualTo("a ## [group]x");
    assertThat(Glyphs.printable("a::b [#1]")).isEqualTo("a::b [#1]");
  }

  @Test
  void noCharacterMovesTheCursor() {
    assertThat(Glyphs.printable("a\u001b[2J\r\nb")).isEqualTo("a?[2J??b");
  }
}
