package org.calque.results.report;

import java.util.regex.Pattern;

/** Text from files as it may stand in a page. */
final class SafeText {
  /** Control characters, and those that turn the direction of what follows or break a line. */
  private static final Pattern UNPRINTABLE =
      Pattern.compile(
          "[\\p{Cc}\\p{Cs}\\u061C\\u200E\\u200F\\u2028\\u2029\\u202A-\\u202E\\u2066-\\u2069\\uFFFE\\uFFFF]");

  private SafeText() {}

  /** The text with a replacement character for each that cannot be shown. */
  static String of(String text) {
    return UNPRINTABLE.matcher(text).replaceAll("\uFFFD");
  }
}
