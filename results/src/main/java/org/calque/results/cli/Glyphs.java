package org.calque.results.cli;

import java.nio.charset.Charset;
import java.nio.charset.IllegalCharsetNameException;
import java.nio.charset.UnsupportedCharsetException;

/** The characters that the terminal can show. */
enum Glyphs {
  UNICODE,
  ASCII;

  private static final String NEEDED = "±∞·→×▁";

  /** What standard output can carry, as far as the virtual machine tells. */
  static Glyphs ofStandardOutput() {
    String name = System.getProperty("stdout.encoding", System.getProperty("sun.stdout.encoding"));
    Charset charset = Charset.defaultCharset();
    try {
      charset = name == null ? charset : Charset.forName(name);
    } catch (IllegalCharsetNameException | UnsupportedCharsetException e) {
      return ASCII;
    }
    return charset.canEncode() && charset.newEncoder().canEncode(NEEDED) ? UNICODE : ASCII;
  }

  /** The text as this can show it, without anything that would move the cursor. */
  String show(String text) {
    String printable = printable(text);
    return this == UNICODE
        ? printable
        : printable
            .replace("±", "+-")
            .replace("∞", "inf")
            .replace("·", "-")
            .replace("→", "->")
            .replace("×", "x")
            .replace("…", "...")
            .replaceAll("[^\\x20-\\x7e]", "?");
  }

  /**
   * Names come from traces and files: a control character among them must not reach a terminal, nor
   * a command the runner of a workflow, which takes one from any line that begins with two colons.
   */
  static String printable(String text) {
    return text.replaceAll("\\p{Cntrl}", "?")
        .replaceFirst("^([\\s\\p{Z}]*:):", "$1 :")
        .replace("##[", "## [");
  }
}
