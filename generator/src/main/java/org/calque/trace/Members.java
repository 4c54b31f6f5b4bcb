package org.calque.trace;

import org.calque.json.JsonLexer;
import org.calque.json.Symbols;

/**
 * Goes from member to member of objects, over commas that are missing or too many. A key may turn
 * up where a list should have ended, and a comma where an object should have; both are kept for
 * what goes on after them.
 */
final class Members {
  /** No key: the object ends. */
  static final int NO_KEY = -1;

  static final int BEGIN_NODE = -2;
  static final int BEGIN_SIDE = -3;
  static final int BEGIN_ATTRIBUTE = -4;

  private static final int MOST_KEYS = 64;

  /**
   * Bytes up to a value: of a member with the comma before it, or of an attribute with its name. A
   * writer gives every node the same members in the same order, so the next node's are compared
   * with these at once instead of being taken apart.
   */
  record Head(byte[] bytes, int symbol) {}

  private final JsonLexer lexer;
  private final Symbols symbols;
  private final Repairs repairs;

  /** By the key before it, the beginnings of objects first. */
  private final Head[] keys = new Head[MOST_KEYS];

  private int pendingKey = NO_KEY;
  private boolean passedComma;
  private NodeFields node = new NodeFields(0);

  Members(JsonLexer lexer, Symbols symbols, Repairs repairs) {
    this.lexer = lexer;
    this.symbols = symbols;
    this.repairs = repairs;
  }

  /** Begins a node, which {@link #place} names from now on. */
  void begin(NodeFields next) {
    node = next;
    pendingKey = NO_KEY;
    passedComma = false;
  }

  /**
   * The next key of an object, its colon passed; {@link #NO_KEY} where the object ends.
   *
   * @param previous the key before it, or which kind of object begins
   */
  int key(int previous) {
    if (pendingKey != NO_KEY) {
      int key = pendingKey;
      pendingKey = NO_KEY;
      return key;
    }
    int place = previous - BEGIN_ATTRIBUTE;
    Head expected = place < keys.length ? keys[place] : null;
    if (expected != null && lexer.skip(expected.bytes())) {
      return expected.symbol();
    }
    long start = lexer.offset();
    int commas = 0;
    while (lexer.peek() == ',') {
      lexer.skip();
      if (++commas > 1) {
        repair(Repair.Kind.STRAY_COMMA);
      }
    }
    int c = lexer.peek();
    if (c != '"') {
      if (commas > 0 && c == '}') {
        repair(Repair.Kind.STRAY_COMMA);
      }
      passedComma |= commas > 0 && c == '{';
      return NO_KEY;
    }
    boolean first = previous < 0;
    if (commas == 0 && !first) {
      repair(Repair.Kind.MISSING_COMMA);
    }
    int key = string();
    if (!lexer.skip(':')) {
      throw lexer.damage("a key has no value");
    }
    if (place < keys.length && commas == (first ? 0 : 1)) {
      lexer.peek();
      byte[] bytes = lexer.since(start);
      keys[place] = bytes == null ? null : new Head(bytes, key);
    }
    return key;
  }

  /** Keeps a key that was read, its colon passed, where it ended something else. */
  void keep(int key) {
    pendingKey = key;
  }

  /** Whether a key is kept, so that everything up to its object has ended. */
  boolean hasKey() {
    return pendingKey != NO_KEY;
  }

  /** Keeps a comma that was passed though it belongs to what encloses. */
  void keepComma(boolean passed) {
    passedComma |= passed;
  }

  /** Whether the comma after what was just read has been passed already. */
  boolean takePassedComma() {
    boolean passed = passedComma;
    passedComma = false;
    return passed;
  }

  /** The symbol of the string just read. */
  int text() {
    if (lexer.mended()) {
      repair(Repair.Kind.UNESCAPED_TEXT);
    }
    return symbols.of(lexer.bytes(), lexer.from(), lexer.to());
  }

  /** Reads a string; its symbol. */
  int string() {
    lexer.string();
    return text();
  }

  void repair(Repair.Kind kind) {
    repairs.add(kind, this::place);
  }

  /** Where the lexer is, in words. */
  String place() {
    return "byte " + lexer.offset() + (node.hasId ? " in node " + node.id : "");
  }
}
