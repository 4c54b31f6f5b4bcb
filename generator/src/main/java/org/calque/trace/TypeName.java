package org.calque.trace;

import java.util.ArrayList;
import java.util.List;

/**
 * A type as the writer spells it: {@code Int}, {@code Tensor(long int)}, {@code
 * GenericList[Tensor(float),None]}, nested to any depth.
 *
 * @param kind the part before a bracket or parenthesis
 * @param argument element type of a tensor; empty otherwise
 * @param elements types of a list's or tuple's elements
 */
record TypeName(String kind, String argument, List<TypeName> elements) {

  /** More than any argument of an operator; a damaged file must not exhaust the stack. */
  private static final int DEEPEST = 32;

  /**
   * Parses a type.
   *
   * @throws UnreadableNodeException if it is nested deeper than a type of an operator can be
   */
  static TypeName parse(String text) {
    return parse(text, 0);
  }

  private static TypeName parse(String text, int depth) {
    if (depth > DEEPEST) {
      throw new UnreadableNodeException("a type is nested more than " + DEEPEST + " levels deep");
    }
    int bracket = text.indexOf('[');
    int parenthesis = text.indexOf('(');
    if (parenthesis >= 0 && (bracket < 0 || parenthesis < bracket)) {
      int end = text.lastIndexOf(')');
      String argument = text.substring(parenthesis + 1, end > parenthesis ? end : text.length());
      return new TypeName(text.substring(0, parenthesis), argument, List.of());
    }
    if (bracket >= 0) {
      int end = text.lastIndexOf(']');
      String inner = text.substring(bracket + 1, end > bracket ? end : text.length());
      return new TypeName(text.substring(0, bracket), "", split(inner, depth + 1));
    }
    return new TypeName(text, "", List.of());
  }

  private static List<TypeName> split(String list, int level) {
    List<TypeName> types = new ArrayList<>();
    int depth = 0;
    int start = 0;
    for (int i = 0; i < list.length(); i++) {
      switch (list.charAt(i)) {
        case '[', '(', '<' -> depth++;
        case ']', ')', '>' -> depth--;
        case ',' -> {
          if (depth == 0) {
            types.add(parse(list.substring(start, i), level));
            start = i + 1;
          }
        }
        default -> {}
      }
    }
    if (start < list.length()) {
      types.add(parse(list.substring(start), level));
    }
    return types;
  }
}
