package org.calque.report;

import java.util.regex.Pattern;

/**
 * Text from files without what would act on a terminal: controls, and marks that turn its order.
 */
final class Printable {
  private static final Pattern ACTING = Pattern.compile("[\\p{Cc}\\p{Cf}\\p{Cs}\\p{Zl}\\p{Zp}]");

  private Printable() {}

  static String of(String text) {
    return text.chars().allMatch(c -> c >= ' ' && c <= '~')
        ? text
        : ACTING.matcher(text).replaceAll("?");
  }

  /** At most {@code width} characters, with an ellipsis where something is missing. */
  static String shortened(String text, int width) {
    if (text.length() <= width) {
      return text;
    }
    int end = Math.max(width - 3, 0);
    boolean split = end > 0 && Character.isHighSurrogate(text.charAt(end - 1));
    return text.substring(0, split ? end - 1 : end) + "...";
  }
}
