package org.calque.results.format;

/** Text in GitHub's and GitLab's Markdown that can mean nothing but itself. */
final class MarkdownText {
  private MarkdownText() {}

  /** A sentence: no markup, no links, and nobody and no issue is mentioned. */
  static String escape(String text) {
    return printable(text)
        .replaceAll("([\\\\`*_{}\\[\\]()<>&|~!$])", "\\\\$1")
        .replaceAll("([@#])", "$1<!-- -->")
        .replace("://", ":<!-- -->//")
        .replace("www.", "www<!-- -->.");
  }

  /** A name, also in a cell of a table: inside code nothing is markup, a link or a mention. */
  static String code(String text) {
    String shown = printable(text).replaceAll("\\\\+(?=\\|)", "$0 ").replace("|", "\\|");
    if (shown.isBlank()) {
      return "";
    }
    int longest = 0;
    int run = 0;
    for (int i = 0; i < shown.length(); i++) {
      run = shown.charAt(i) == '`' ? run + 1 : 0;
      longest = Math.max(longest, run);
    }
    String fence = "`".repeat(longest + 1);
    return longest == 0 ? fence + shown + fence : fence + " " + shown + " " + fence;
  }

  private static String printable(String text) {
    return text.replaceAll("[\\p{Cntrl}\\x85\\u2028\\u2029\\u202A-\\u202E\\u2066-\\u2069]", "?");
  }
}
