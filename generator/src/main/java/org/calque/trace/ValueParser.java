package org.calque.trace;

import org.calque.json.JsonLexer;

/** Reads values as they are, and tells from what follows where a list has lost its bracket. */
final class ValueParser {
  private static final JsonLexer.Keys BEGINS_NODE = Fields.only(Fields.ID);
  private static final int NO_LIST = -1;

  /** Five numbers and a device. */
  private static final int TENSOR_FIELDS = 6;

  private final JsonLexer lexer;
  private final Members members;
  private final ReadLimits limits;
  private int depth;

  ValueParser(JsonLexer lexer, Members members, ReadLimits limits) {
    this.lexer = lexer;
    this.members = members;
    this.limits = limits;
  }

  /** Forgets lists that were begun and not ended. */
  void begin() {
    depth = 0;
  }

  /**
   * Reads a list; anything else is passed over.
   *
   * @param numbers whether lists inside hold either numbers or lists
   */
  void list(RawList into, boolean numbers) {
    into.clear();
    if (lexer.peek() == '[') {
      elements(into, numbers, NO_LIST);
    } else {
      skipValue();
    }
  }

  /**
   * Reads the list at whose opening bracket the lexer stands.
   *
   * @param numbers whether lists inside hold either numbers or lists
   * @param opened place of the list's own entry, or {@link #NO_LIST} for the outermost
   */
  private void elements(RawList into, boolean numbers, int opened) {
    lexer.skip();
    if (++depth > limits.nesting()) {
      throw tooDeep();
    }
    boolean comma = true;
    boolean empty = true;
    while (true) {
      int c = lexer.peek();
      switch (c) {
        case ']' -> {
          if (comma && !empty) {
            members.repair(Repair.Kind.STRAY_COMMA);
          }
          lexer.skip();
          depth--;
          return;
        }
        case ',' -> {
          lexer.skip();
          if (opened != NO_LIST && isTensor(into, opened) && lexer.peek() != ']') {
            members.keepComma(true);
            implyBracket();
            return;
          }
          if (comma) {
            members.repair(Repair.Kind.STRAY_COMMA);
          }
          comma = true;
          continue;
        }
        case JsonLexer.END -> {
          depth--;
          return;
        }
        case '}' -> {
          implyBracket();
          return;
        }
        default -> {}
      }
      if (!comma) {
        if (c == '[' && opened != NO_LIST && isTensor(into, opened)) {
          implyBracket();
          return;
        }
        members.repair(Repair.Kind.MISSING_COMMA);
      }
      if (c == '['
          && numbers
          && opened != NO_LIST
          && into.size() > opened + 1
          && into.kind(into.size() - 1) == RawList.INTEGER
          && into.kind(opened + 1) == RawList.INTEGER) {
        members.keepComma(comma);
        implyBracket();
        return;
      }
      comma = false;
      empty = false;
      switch (c) {
        case '[' -> {
          int inner = into.open();
          elements(into, numbers, inner);
          into.close(inner);
          comma = members.takePassedComma();
        }
        case '{' -> {
          if (lexer.beginsWith(BEGINS_NODE)) {
            implyBracket();
            return;
          }
          skipValue();
          into.add(RawList.NOTHING, 0);
        }
        case '"' -> {
          int symbol = members.string();
          if (lexer.peek() == ':') {
            lexer.skip();
            members.keep(symbol);
          } else {
            into.add(RawList.STRING, symbol);
          }
        }
        default -> scalar(into);
      }
      if (members.hasKey()) {
        implyBracket();
        return;
      }
    }
  }

  private void implyBracket() {
    depth--;
    members.repair(Repair.Kind.MISSING_BRACKET);
  }

  /** A tensor's list is always five numbers and a device, so it ends there. */
  private static boolean isTensor(RawList list, int opened) {
    int first = opened + 1;
    return list.size() == first + TENSOR_FIELDS
        && list.kind(list.size() - 1) == RawList.STRING
        && list.integers(first, list.size() - 1);
  }

  private void scalar(RawList into) {
    switch (lexer.scalar()) {
      case INTEGER -> into.add(RawList.INTEGER, lexer.integer());
      case REAL -> into.add(RawList.REAL, Double.doubleToRawLongBits(lexer.real()));
      case TRUE -> into.add(RawList.TRUE, 0);
      case FALSE -> into.add(RawList.FALSE, 0);
      case NULL -> into.add(RawList.NOTHING, 0);
    }
  }

  /** Reads any value; of lists and objects only that there is one. */
  void value(RawList into) {
    switch (lexer.peek()) {
      case '"' -> into.add(RawList.STRING, members.string());
      case '[', '{', JsonLexer.END -> {
        skipValue();
        into.add(RawList.NOTHING, 0);
      }
      default -> scalar(into);
    }
  }

  /** Reads any value; whether it is an integer, which the lexer then has. */
  boolean isInteger() {
    int c = lexer.peek();
    if (c == '-' || (c >= '0' && c <= '9')) {
      return lexer.scalar() == JsonLexer.Scalar.INTEGER;
    }
    skipValue();
    return false;
  }

  /** Reads any value; NaN unless it is a number. */
  double number() {
    int c = lexer.peek();
    if (c != '-' && (c < '0' || c > '9')) {
      skipValue();
      return Double.NaN;
    }
    return lexer.scalar() == JsonLexer.Scalar.INTEGER ? lexer.integer() : lexer.real();
  }

  /** Passes over a value, whatever is in it. */
  void skipValue() {
    int open = 0;
    do {
      int c = lexer.peek();
      switch (c) {
        case JsonLexer.END -> {
          return;
        }
        case '"' -> lexer.string();
        case '[', '{' -> {
          lexer.skip();
          if (++open + depth > limits.nesting()) {
            throw tooDeep();
          }
        }
        case ']', '}' -> {
          if (open == 0) {
            throw lexer.damage("a value is missing");
          }
          open--;
          lexer.skip();
        }
        case ',', ':' -> {
          if (open == 0) {
            throw lexer.damage("a value is missing");
          }
          lexer.skip();
        }
        default -> lexer.scalar();
      }
    } while (open > 0);
  }

  private TraceLimitException tooDeep() {
    return new TraceLimitException(
        "lists or objects are nested more than "
            + limits.nesting()
            + " levels deep (--max-nesting)");
  }
}
