package org.calque.launcher;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Picks the reason of a failure out of what JMH and the fork print while a benchmark runs. */
final class FailureCause {
  private static final int KEPT = 1 << 16;
  private static final Pattern EXCEPTION =
      Pattern.compile(
          "(?m)^(?:Caused by: )?((?:[a-z_]\\w*\\.)+[A-Z]\\w*(?:Exception|Error)[^\\n]*)");
  private static final Pattern FORK =
      Pattern.compile("(?m)^<(forked VM [^>]*)>|^<([^>]*fail[^>]*)>");

  private final StringBuilder printed = new StringBuilder();

  void clear() {
    printed.setLength(0);
  }

  void add(String text) {
    printed.append(text);
    if (printed.length() > KEPT) {
      printed.delete(0, printed.length() - KEPT / 2);
    }
  }

  /** The first exception if one was printed, else what became of the fork. */
  String text() {
    Matcher exception = EXCEPTION.matcher(printed);
    if (exception.find()) {
      return exception.group(1);
    }
    Matcher fork = FORK.matcher(printed);
    if (fork.find()) {
      return fork.group(1) != null ? fork.group(1) : fork.group(2);
    }
    return "ended without a result";
  }
}
