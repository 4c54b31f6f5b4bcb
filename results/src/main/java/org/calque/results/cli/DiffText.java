package org.calque.results.cli;

import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The options that say how a comparison is printed on a terminal. */
final class DiffText {
  @Mixin private TextOptions text;

  @Option(
      names = "--color",
      paramLabel = "WHEN",
      defaultValue = "auto",
      converter = Colour.Converter.class,
      description =
          "auto, always or never (default: ${DEFAULT-VALUE}: on a terminal, unless NO_COLOR is"
              + " set).")
  private Colour colour;

  @Option(
      names = "--all",
      description = "Print every row, also where there are many and most have not changed.")
  private boolean all;

  Glyphs glyphs() {
    return text.glyphs();
  }

  Colour colour() {
    return colour;
  }

  boolean all() {
    return all;
  }
}
