package org.calque.codegen;

/**
 * Text from a trace, made safe for a comment. Java reads unicode escapes and the end of a comment
 * even there, so only plain characters pass.
 */
final class CommentText {
  private static final int LIMIT = 120;

  private CommentText() {}

  static String of(String text) {
    StringBuilder safe = new StringBuilder();
    for (int i = 0; i < text.length() && safe.length() < LIMIT; i++) {
      char c = text.charAt(i);
      boolean plain = c >= ' ' && c < 127 && c != '\\' && c != '*' && c != '@' && c != '$';
      safe.append(plain ? c : '?');
    }
    return safe.toString().replace("<", "(").replace(">", ")").replace("&", "+");
  }
}
