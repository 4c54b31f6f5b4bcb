package org.calque.mutation;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.regex.Pattern;

/** Where the parts of a well-formed JSON value lie in its text. */
final class JsonOutline {

  /** What a part is. */
  enum Kind {
    OPEN,
    CLOSE,
    COMMA,
    COLON,
    KEY,
    STRING,
    SCALAR
  }

  /**
   * One token.
   *
   * @param path of the value, for a bracket or comma of its object or list: {@code
   *     .inputs.values[][]} is an element of an element of the inputs' values
   */
  record Part(Kind kind, int start, int end, String path) {
    boolean at(Pattern paths) {
      return paths.matcher(path).matches();
    }
  }

  private final String text;
  private final Consumer<Part> action;
  private final Deque<String> open = new ArrayDeque<>();
  private String path = "";
  private Kind last = Kind.COLON;

  private JsonOutline(String text, Consumer<Part> action) {
    this.text = text;
    this.action = action;
  }

  static void forEach(String text, Consumer<Part> action) {
    new JsonOutline(text, action).read();
  }

  static List<Part> of(String text) {
    List<Part> parts = new ArrayList<>();
    forEach(text, parts::add);
    return parts;
  }

  /** The parts of one kind at certain paths. */
  static List<Part> of(String text, Kind kind, Pattern paths) {
    return of(text, part -> part.kind() == kind && part.at(paths));
  }

  static List<Part> of(String text, Predicate<Part> wanted) {
    return of(text).stream().filter(wanted).toList();
  }

  private void read() {
    int i = 0;
    while (i < text.length()) {
      char c = text.charAt(i);
      int end = i + 1;
      switch (c) {
        case '{', '[' -> {
          element();
          add(new Part(Kind.OPEN, i, end, path));
          open.push(path);
        }
        case '}', ']' -> {
          path = open.pop();
          add(new Part(Kind.CLOSE, i, end, path));
        }
        case ',' -> add(new Part(Kind.COMMA, i, end, open.isEmpty() ? "" : open.peek()));
        case ':' -> add(new Part(Kind.COLON, i, end, path));
        case '"' -> {
          end = stringEnd(i);
          string(i, end);
        }
        case ' ', '\n', '\r', '\t' -> {}
        default -> {
          while (end < text.length() && ",]}\n\r\t ".indexOf(text.charAt(end)) < 0) {
            end++;
          }
          element();
          add(new Part(Kind.SCALAR, i, end, path));
        }
      }
      i = end;
    }
  }

  private void string(int start, int end) {
    int next = end;
    while (next < text.length() && text.charAt(next) <= ' ') {
      next++;
    }
    if (next < text.length() && text.charAt(next) == ':') {
      path = (open.isEmpty() ? "" : open.peek()) + "." + text.substring(start + 1, end - 1);
      add(new Part(Kind.KEY, start, end, path));
    } else {
      element();
      add(new Part(Kind.STRING, start, end, path));
    }
  }

  private void add(Part part) {
    last = part.kind();
    action.accept(part);
  }

  /** The value that begins is an element if a list is open; then its path is the list's. */
  private void element() {
    if (last != Kind.COLON && !open.isEmpty()) {
      path = open.peek() + "[]";
    }
  }

  private int stringEnd(int start) {
    int end = start + 1;
    while (text.charAt(end) != '"') {
      end += text.charAt(end) == '\\' ? 2 : 1;
    }
    return end + 1;
  }
}
