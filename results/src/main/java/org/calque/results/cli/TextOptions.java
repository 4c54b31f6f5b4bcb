package org.calque.results.cli;

import picocli.CommandLine.Option;

/** The options that say what is printed and how. */
final class TextOptions {
  @Option(
      names = {"-h", "--help"},
      usageHelp = true,
      description = "Print this help and exit.")
  @SuppressWarnings("UnusedVariable") // picocli acts on it
  private boolean help;

  @Option(
      names = "--ascii",
      description = "Print ASCII characters only, as where the terminal can show no others.")
  private boolean ascii;

  Glyphs glyphs() {
    return ascii ? Glyphs.ASCII : Glyphs.ofStandardOutput();
  }
}
