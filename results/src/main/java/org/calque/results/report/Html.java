package org.calque.results.report;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Set;

/** Writes elements; texts and attributes are escaped here and nowhere else. */
final class Html {
  private static final Set<String> WITHOUT_END = Set.of("input", "br", "hr");

  private final StringBuilder out = new StringBuilder();
  private final Deque<String> open = new ArrayDeque<>();

  /**
   * Opens an element.
   *
   * @param attributes names and values in turn; an attribute whose value is null is left out
   */
  Html open(String tag, String... attributes) {
    out.append('<').append(tag);
    for (int i = 0; i < attributes.length; i += 2) {
      if (attributes[i + 1] != null) {
        out.append(' ').append(attributes[i]).append("=\"");
        out.append(escaped(attributes[i + 1])).append('"');
      }
    }
    out.append('>');
    if (!WITHOUT_END.contains(tag)) {
      open.push(tag);
    }
    return this;
  }

  /** Closes the element that was opened last. */
  Html close() {
    out.append("</").append(open.pop()).append(">");
    return this;
  }

  /** Closes it and ends the line. */
  Html closeLine() {
    close();
    out.append('\n');
    return this;
  }

  /** Adds text. */
  Html text(String text) {
    out.append(escaped(text));
    return this;
  }

  /** Adds a name from a file, whose writing direction stays its own. */
  Html name(String text) {
    return open("bdi").text(text).close();
  }

  /** Adds an element with text alone. */
  Html element(String tag, String text, String... attributes) {
    return open(tag, attributes).text(text).close();
  }

  /** The elements so far. */
  @Override
  public String toString() {
    if (!open.isEmpty()) {
      throw new IllegalStateException("not closed: " + open);
    }
    return out.toString();
  }

  private static String escaped(String text) {
    return SafeText.of(text)
        .replace("&", "&amp;")
        .replace("<", "&lt;")
        .replace(">", "&gt;")
        .replace("\"", "&quot;")
        .replace("'", "&#39;");
  }
}
