package org.calque.results.format;

import java.util.ArrayList;
import java.util.List;

/** Reads CSV after RFC 4180 to the letter. */
final class Csv {
  private Csv() {}

  static List<List<String>> read(String text) {
    List<List<String>> lines = new ArrayList<>();
    List<String> line = new ArrayList<>();
    StringBuilder field = new StringBuilder();
    boolean quoted = false;
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (quoted) {
        boolean doubled = c == '"' && i + 1 < text.length() && text.charAt(i + 1) == '"';
        if (doubled) {
          field.append('"');
          i++;
        } else if (c == '"') {
          quoted = false;
        } else {
          field.append(c);
        }
      } else if (c == '"') {
        quoted = true;
      } else if (c == ',' || c == '\r') {
        line.add(field.toString());
        field.setLength(0);
        if (c == '\r') {
          lines.add(line);
          line = new ArrayList<>();
          i++; // the line feed that has to follow
        }
      } else {
        field.append(c);
      }
    }
    return lines;
  }
}
