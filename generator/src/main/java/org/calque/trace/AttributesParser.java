package org.calque.trace;

import org.calque.json.DamagedJsonException;
import org.calque.json.JsonLexer;

/** Reads the attributes of a nested node. */
final class AttributesParser {
  private static final JsonLexer.Keys BEGINS_NODE = Fields.only(Fields.ID);

  /** Attributes whose heads are remembered; a node has about a dozen. */
  private static final int MOST_HEADS = 32;

  private static final long NOT_SEEN = -1;

  private final JsonLexer lexer;
  private final Members members;
  private final ValueParser values;
  private final RawList scratch = new RawList();

  /** By place in the list. */
  private final Members.Head[] heads = new Members.Head[MOST_HEADS];

  private byte[] head;
  private NodeFields node;

  AttributesParser(JsonLexer lexer, Members members, ValueParser values) {
    this.lexer = lexer;
    this.members = members;
    this.values = values;
  }

  /**
   * Reads a node's list of attributes.
   *
   * @throws UnreadableNodeException if there is no list
   * @throws DamagedJsonException where it cannot be told how the list goes on
   */
  void read(NodeFields into) {
    node = into;
    if (lexer.peek() == JsonLexer.END) {
      return;
    }
    if (lexer.peek() != '[') {
      values.skipValue();
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
            members.repair(Repair.Kind.STRAY_COMMA);
          }
          comma = true;
          lexer.skip();
        }
        case '{' -> {
          Members.Head expected = place < MOST_HEADS ? heads[place] : null;
          boolean known = expected != null && lexer.skip(expected.bytes());
          if (!known && lexer.beginsWith(BEGINS_NODE)) {
            members.repair(Repair.Kind.MISSING_BRACKET);
            node.complete = true;
            members.keepComma(comma);
            return;
          }
          if (!comma) {
            members.repair(Repair.Kind.MISSING_COMMA);
          }
          if (known) {
            attributeValue(expected.symbol());
          } else {
            attributeObject(place);
          }
          place++;
          comma = members.takePassedComma();
        }
        case '}', '"' -> {
          members.repair(Repair.Kind.MISSING_BRACKET);
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
    values.value(scratch);
    if (lexer.peek() != '}') {
      attributeMembers(attribute, NOT_SEEN);
      return;
    }
    lexer.skip();
    node.set(attribute, scratch.kind(0), scratch.value(0));
  }

  private void attributeObject(int place) {
    long start = lexer.offset();
    lexer.skip();
    scratch.clear();
    int attribute = attributeMembers(Members.NO_KEY, start);
    if (place < MOST_HEADS && attribute != Members.NO_KEY && head != null) {
      heads[place] = new Members.Head(head, attribute);
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
    int key = known == Members.NO_KEY ? Members.BEGIN_ATTRIBUTE : Fields.VALUE;
    while ((key = members.key(key)) != Members.NO_KEY) {
      if (key == Fields.NAME && lexer.peek() == '"') {
        attribute = members.string();
      } else if (key == Fields.VALUE) {
        if (start != NOT_SEEN && attribute != Members.NO_KEY) {
          lexer.peek();
          head = lexer.since(start);
        }
        scratch.clear();
        values.value(scratch);
      } else {
        values.skipValue();
      }
    }
    int c = lexer.peek();
    if (c == '}') {
      lexer.skip();
    } else if (c == '{' || c == ']') {
      members.repair(Repair.Kind.MISSING_BRACKET);
    } else if (c != JsonLexer.END) {
      throw lexer.damage("an attribute does not end");
    }
    if (attribute != Members.NO_KEY && scratch.size() == 1) {
      node.set(attribute, scratch.kind(0), scratch.value(0));
    }
    return attribute;
  }
}
