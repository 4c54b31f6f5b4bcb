package org.calque.trace;

import org.calque.json.DamagedJsonException;
import org.calque.json.JsonLexer;
import org.calque.json.Symbols;

/**
 * Reads one node object, flat or nested; fields may come in any order. Where a comma or a closing
 * bracket is missing and what follows tells that it is, it is taken as there.
 */
final class NodeParser {
  private static final JsonLexer.Keys BEGINS_NODE = Fields.only(Fields.ID);

  private static final int NO_KEY = -1;
  private static final int BEGIN_NODE = -2;
  private static final int BEGIN_SIDE = -3;
  private static final int BEGIN_ATTRIBUTE = -4;
  private static final int NO_LIST = -1;

  /** Five numbers and a device. */
  private static final int TENSOR_FIELDS = 6;

  private final JsonLexer lexer;
  private final Symbols symbols;
  private final Repairs repairs;
  private final ReadLimits limits;

  /** Attributes whose heads are remembered; a node has about a dozen. */
  private static final int MOST_HEADS = 32;

  private static final int MOST_KEYS = 64;
  private static final long NOT_SEEN = -1;

  /**
   * Bytes up to a value: of a member with the comma before it, or of an attribute with its name. A
   * writer gives every node the same members in the same order, so the next node's are compared
   * with these at once instead of being taken apart.
   */
  private record Head(byte[] bytes, int symbol) {}

  /** By the key before it, the beginnings of objects first. */
  private final Head[] keys = new Head[MOST_KEYS];

  /** By place in the list of attributes. */
  private final Head[] heads = new Head[MOST_HEADS];

  private byte[] head;

  private NodeFields node = new NodeFields();

  /** A key that was read where it ended something else. */
  private int pendingKey = NO_KEY;

  /** Whether something ended without its bracket, but with the comma of what it lies in. */
  private boolean passedComma;

  private boolean attributesPassedComma;

  private int depth;
  private final RawList scratch = new RawList();
  private final int empty;

  NodeParser(JsonLexer lexer, Symbols symbols, Repairs repairs, ReadLimits limits) {
    this.lexer = lexer;
    this.symbols = symbols;
    this.repairs = repairs;
    this.limits = limits;
    empty = symbols.of("");
  }

  /**
   * Reads the node at whose opening brace the lexer stands.
   *
   * @return whether the node ended, rather than the file
   * @throws DamagedJsonException where it cannot be told how the node goes on
   */
  boolean read(NodeFields into) {
    node = into;
    node.clear();
    pendingKey = NO_KEY;
    passedComma = false;
    attributesPassedComma = false;
    depth = 0;
    lexer.skip();
    int key = BEGIN_NODE;
    while ((key = key(key)) != NO_KEY) {
      field(key);
    }
    int c = lexer.peek();
    if (c == '}') {
      lexer.skip();
    } else if (c == JsonLexer.END) {
      return false;
    } else if (node.complete && (c == '{' || c == ']')) {
      repair(Repair.Kind.MISSING_BRACKET);
      passedComma |= attributesPassedComma;
    } else {
      throw lexer.damage("a node goes on with '" + (char) c + "'");
    }
    return true;
  }

  /**
   * The next key of an object, its colon passed; {@link #NO_KEY} where the object ends.
   *
   * @param previous the key before it, or which kind of object begins
   */
  private int key(int previous) {
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
      passedComma = commas > 0 && c == '{';
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

  private void field(int key) {
    switch (key) {
      case Fields.ID -> {
        node.hasId = isInteger();
        node.id = node.hasId ? lexer.integer() : -1;
      }
      case Fields.NAME -> node.name = name();
      case Fields.CTRL_DEPS -> parent();
      case Fields.PARENT -> {
        // A linker that renumbers nodes leaves this one as it was.
        if (node.hasParent) {
          skipValue();
        } else {
          parent();
        }
      }
      case Fields.INPUTS -> side(node.inputs);
      case Fields.OUTPUTS -> side(node.outputs);
      case Fields.INPUT_SHAPES -> list(node.inputs.shapes, true);
      case Fields.INPUT_TYPES -> list(node.inputs.types, false);
      case Fields.INPUT_STRIDES -> list(node.inputs.strides, true);
      case Fields.OUTPUT_SHAPES -> list(node.outputs.shapes, true);
      case Fields.OUTPUT_TYPES -> {
        list(node.outputs.types, false);
        node.complete = lexer.peek() != JsonLexer.END;
      }
      case Fields.OUTPUT_STRIDES -> list(node.outputs.strides, true);
      case Fields.ATTRS -> attributes();
      case Fields.CATEGORY -> node.category = lexer.peek() == '"' ? string() : skipped();
      case Fields.TIMESTAMP -> node.timestamp = number();
      case Fields.DURATION, Fields.INCLUSIVE_DURATION -> node.duration = number();
      case Fields.STREAM -> node.stream = isInteger() ? lexer.integer() : -1;
      case Fields.ARGUMENTS -> arguments();
      default -> attribute(key);
    }
  }

  /** Reads any value. */
  private boolean isInteger() {
    int c = lexer.peek();
    if (c == '-' || (c >= '0' && c <= '9')) {
      return lexer.scalar() == JsonLexer.Scalar.INTEGER;
    }
    skipValue();
    return false;
  }

  private int skipped() {
    skipValue();
    return NodeFields.NONE;
  }

  /** Reads any value; NaN unless it is a number. */
  private double number() {
    int c = lexer.peek();
    if (c != '-' && (c < '0' || c > '9')) {
      skipValue();
      return Double.NaN;
    }
    return lexer.scalar() == JsonLexer.Scalar.INTEGER ? lexer.integer() : lexer.real();
  }

  /** What a device event of a merged trace has: its stream. */
  private void arguments() {
    if (lexer.peek() != '{') {
      skipValue();
      return;
    }
    lexer.skip();
    int key = BEGIN_ATTRIBUTE;
    while ((key = key(key)) != NO_KEY) {
      if (key == Fields.STREAM) {
        node.stream = isInteger() ? lexer.integer() : -1;
      } else {
        skipValue();
      }
    }
    if (!lexer.skip('}')) {
      throw lexer.damage("arguments do not end");
    }
  }

  private int name() {
    if (lexer.peek() != '"') {
      skipValue();
      return NodeFields.NONE;
    }
    lexer.unescapedString(Fields::isOfNode);
    return text();
  }

  /** The symbol of the string just read. */
  private int text() {
    if (lexer.mended()) {
      repair(Repair.Kind.UNESCAPED_TEXT);
    }
    return symbols.of(lexer.bytes(), lexer.from(), lexer.to());
  }

  private int string() {
    lexer.string();
    return text();
  }

  /** A number, or a list of which the first one counts. */
  private void parent() {
    if (lexer.peek() == '[') {
      list(scratch, true);
      node.hasParent = scratch.size() > 0 && scratch.kind(0) == RawList.INTEGER;
      node.parent = node.hasParent ? scratch.value(0) : 0;
    } else {
      node.hasParent = isInteger();
      node.parent = node.hasParent ? lexer.integer() : 0;
    }
  }

  private void side(ValueAssembler.Side side) {
    if (lexer.peek() != '{') {
      list(side.values, false);
      return;
    }
    lexer.skip();
    int key = BEGIN_SIDE;
    while ((key = key(key)) != NO_KEY) {
      switch (key) {
        case Fields.VALUES -> list(side.values, false);
        case Fields.SHAPES -> list(side.shapes, true);
        case Fields.TYPES -> list(side.types, false);
        case Fields.STRIDES -> list(side.strides, true);
        default -> {
          if (Fields.isOfNode(key)) {
            repair(Repair.Kind.MISSING_BRACKET);
            pendingKey = key;
            return;
          }
          skipValue();
        }
      }
    }
    if (!lexer.skip('}') && lexer.peek() != JsonLexer.END) {
      throw lexer.damage("inputs or outputs do not end");
    }
  }

  private void list(RawList into, boolean numbers) {
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
            repair(Repair.Kind.STRAY_COMMA);
          }
          lexer.skip();
          depth--;
          return;
        }
        case ',' -> {
          lexer.skip();
          if (opened != NO_LIST && isTensor(into, opened) && lexer.peek() != ']') {
            passedComma = true;
            implyBracket();
            return;
          }
          if (comma) {
            repair(Repair.Kind.STRAY_COMMA);
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
        repair(Repair.Kind.MISSING_COMMA);
      }
      if (c == '['
          && numbers
          && opened != NO_LIST
          && into.size() > opened + 1
          && into.kind(into.size() - 1) == RawList.INTEGER
          && into.kind(opened + 1) == RawList.INTEGER) {
        passedComma = comma;
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
          comma = takePassedComma();
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
          int symbol = string();
          if (lexer.peek() == ':') {
            lexer.skip();
            pendingKey = symbol;
          } else {
            into.add(RawList.STRING, symbol);
          }
        }
        default -> scalar(into);
      }
      if (pendingKey != NO_KEY) {
        implyBracket();
        return;
      }
    }
  }

  /** Whether the comma after what was just read has been passed already. */
  boolean takePassedComma() {
    boolean passed = passedComma;
    passedComma = false;
    return passed;
  }

  private void implyBracket() {
    depth--;
    repair(Repair.Kind.MISSING_BRACKET);
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

  private void attributes() {
    if (lexer.peek() != '[') {
      skipValue();
      throw new UnreadableNodeException("its \"attrs\" is not a list");
    }
    lexer.skip();
    boolean comma = true;
    int place = 0;
    while (true) {
      int c = lexer.peek();
      switch (c) {
        case ']' -> {
          lexer.skip();
          node.complete = true;
          return;
        }
        case ',' -> {
          if (comma) {
            repair(Repair.Kind.STRAY_COMMA);
          }
          comma = true;
          lexer.skip();
        }
        case '{' -> {
          Head expected = place < MOST_HEADS ? heads[place] : null;
          boolean known = expected != null && lexer.skip(expected.bytes());
          if (!known && lexer.beginsWith(BEGINS_NODE)) {
            repair(Repair.Kind.MISSING_BRACKET);
            node.complete = true;
            attributesPassedComma = comma;
            return;
          }
          if (!comma) {
            repair(Repair.Kind.MISSING_COMMA);
          }
          if (known) {
            attributeValue(expected.symbol());
          } else {
            attributeObject(place);
          }
          place++;
          comma = takePassedComma();
        }
        case '}', '"' -> {
          repair(Repair.Kind.MISSING_BRACKET);
          node.complete = true;
          return;
        }
        case JsonLexer.END -> {
          return;
        }
        default -> throw lexer.damage("the attributes of a node do not go on");
      }
    }
  }

  /** After the head of an attribute: its value and the end of the object. */
  private void attributeValue(int attribute) {
    scratch.clear();
    value(scratch);
    if (lexer.peek() != '}') {
      attributeMembers(attribute, NOT_SEEN);
      return;
    }
    lexer.skip();
    set(attribute, scratch.kind(0), scratch.value(0));
  }

  private void attributeObject(int place) {
    long start = lexer.offset();
    lexer.skip();
    scratch.clear();
    int attribute = attributeMembers(NO_KEY, start);
    if (place < MOST_HEADS && attribute != NO_KEY && head != null) {
      heads[place] = new Head(head, attribute);
    }
  }

  /**
   * Reads members of an attribute up to its end.
   *
   * @param known the attribute's name, if it has been read
   * @param start where the object began, to remember what comes before its value
   */
  private int attributeMembers(int known, long start) {
    int attribute = known;
    head = null;
    int key = known == NO_KEY ? BEGIN_ATTRIBUTE : Fields.VALUE;
    while ((key = key(key)) != NO_KEY) {
      if (key == Fields.NAME && lexer.peek() == '"') {
        attribute = string();
      } else if (key == Fields.VALUE) {
        if (start != NOT_SEEN && attribute != NO_KEY) {
          lexer.peek();
          head = lexer.since(start);
        }
        scratch.clear();
        value(scratch);
      } else {
        skipValue();
      }
    }
    int c = lexer.peek();
    if (c == '}') {
      lexer.skip();
    } else if (c == '{' || c == ']') {
      repair(Repair.Kind.MISSING_BRACKET);
    } else if (c != JsonLexer.END) {
      throw lexer.damage("an attribute does not end");
    }
    if (attribute != NO_KEY && scratch.size() == 1) {
      set(attribute, scratch.kind(0), scratch.value(0));
    }
    return attribute;
  }

  /** An attribute that is a field of the node. */
  private void attribute(int key) {
    scratch.clear();
    value(scratch);
    set(key, scratch.kind(0), scratch.value(0));
  }

  private void value(RawList into) {
    switch (lexer.peek()) {
      case '"' -> into.add(RawList.STRING, string());
      case '[', '{', JsonLexer.END -> {
        skipValue();
        into.add(RawList.NOTHING, 0);
      }
      default -> scalar(into);
    }
  }

  private void set(int attribute, byte kind, long value) {
    if (kind == RawList.INTEGER) {
      switch (attribute) {
        case Fields.RF_ID -> node.recordFunction = value;
        case Fields.SEQ_ID -> node.sequence = value;
        case Fields.SCOPE -> node.scope = value;
        case Fields.TID -> node.thread = value;
        case Fields.FW_PARENT, Fields.FW_TID -> keep(attribute, kind, value, 0);
        default -> keep(attribute, kind, value, Long.MIN_VALUE);
      }
    } else if (kind == RawList.STRING && attribute == Fields.OP_SCHEMA) {
      node.schema = (int) value;
    } else if (kind == RawList.STRING && attribute == Fields.TENSOR_RANGE) {
      node.tensorRange = (int) value;
    } else {
      keep(attribute, kind, value, empty);
    }
  }

  /** Further attributes are kept where they say something; none replaces a field of the node. */
  private void keep(int attribute, byte kind, long value, long nothing) {
    if (value != nothing && kind != RawList.NOTHING && attribute > Fields.PARENT) {
      node.attributes.add(RawList.STRING, attribute);
      node.attributes.add(kind, value);
    }
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

  private void repair(Repair.Kind kind) {
    repairs.add(kind, this::place);
  }

  /** Where the lexer is, in words. */
  String place() {
    return "byte " + lexer.offset() + (node.hasId ? " in node " + node.id : "");
  }
}
