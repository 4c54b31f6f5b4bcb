package org.calque.codegen;

import com.palantir.javapoet.CodeBlock;
import java.util.ArrayList;
import java.util.List;

/**
 * The Java expression of any string, in plain ASCII: control characters, line separators and halves
 * of surrogate pairs are escaped, and a text too long for one constant is joined from several.
 */
final class StringCode {
  /** A constant holds 65,535 bytes, and a character takes up to three. */
  private static final int LONGEST_CONSTANT = 20_000;

  private StringCode() {}

  static CodeBlock of(String text) {
    List<CodeBlock> pieces = new ArrayList<>();
    for (int from = 0; from < text.length() || from == 0; from += LONGEST_CONSTANT) {
      int to = Math.min(text.length(), from + LONGEST_CONSTANT);
      pieces.add(CodeBlock.of("$L", literal(text.substring(from, to))));
    }
    return pieces.size() == 1
        ? pieces.get(0)
        : CodeBlock.of("String.join(\"\", $L)", CodeBlock.join(pieces, ",$W"));
  }

  private static String literal(String text) {
    StringBuilder literal = new StringBuilder("\"");
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == '"' || c == '\\') {
        literal.append('\\').append(c);
      } else if (c >= ' ' && c < 127) {
        literal.append(c);
      } else if (c == '\n') {
        literal.append("\\n");
      } else {
        // Octal for what a unicode escape would turn into a character before the text is read.
        literal.append(
            c < ' ' ? String.format("\\%03o", (int) c) : String.format("\\u%04x", (int) c));
      }
    }
    return literal.append('"').toString();
  }
}
