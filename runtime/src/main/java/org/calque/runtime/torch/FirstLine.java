package org.calque.runtime.torch;

/** The first line of a native error message; what follows is a native stack trace. */
final class FirstLine {
  /** Some first lines list every backend of PyTorch. */
  private static final int LENGTH = 300;

  private FirstLine() {}

  /** The first line that is not blank, cut where it gets too long, or {@code "unknown error"}. */
  static String of(String message) {
    String line =
        message == null
            ? "unknown error"
            : message.lines().filter(any -> !any.isBlank()).findFirst().orElse("unknown error");
    return line.length() <= LENGTH ? line : line.substring(0, LENGTH) + " ...";
  }
}
