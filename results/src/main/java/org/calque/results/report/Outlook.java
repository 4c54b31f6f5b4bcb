package org.calque.results.report;

import org.calque.results.diff.State;

/** Whether a state is good news, as a word for style and script; never shown by colour alone. */
final class Outlook {
  private Outlook() {}

  /** {@code better}, {@code worse} or {@code neutral}. */
  static String of(State state) {
    return switch (state) {
      case REGRESSED, NEWLY_FAILING, STILL_FAILING -> "worse";
      case IMPROVED, FIXED -> "better";
      default -> "neutral";
    };
  }

  /** A sign that goes before the word. */
  static String sign(String outlook) {
    return switch (outlook) {
      case "worse" -> "▼ ";
      case "better" -> "▲ ";
      default -> "";
    };
  }
}
