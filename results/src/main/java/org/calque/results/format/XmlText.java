package org.calque.results.format;

/** Text in XML 1.0. */
final class XmlText {
  private static final int REPLACEMENT = 0xFFFD;

  private XmlText() {}

  /** For attributes and elements. What XML cannot hold at all becomes U+FFFD. */
  static String escape(String text) {
    StringBuilder escaped = new StringBuilder();
    text.codePoints()
        .forEach(
            c -> {
              switch (c) {
                case '&' -> escaped.append("&amp;");
                case '<' -> escaped.append("&lt;");
                case '>' -> escaped.append("&gt;");
                case '"' -> escaped.append("&quot;");
                case '\n', '\t', '\r' -> escaped.append("&#").append(c).append(';');
                default -> escaped.appendCodePoint(allowed(c) ? c : REPLACEMENT);
              }
            });
    return escaped.toString();
  }

  private static boolean allowed(int c) {
    return (c >= 0x20 && c <= 0xD7FF) || (c >= 0xE000 && c <= 0xFFFD) || c >= 0x10000;
  }
}
