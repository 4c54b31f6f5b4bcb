package org.calque.trace;

import org.calque.json.DamagedJsonException;
import org.calque.json.JsonLexer;
import org.calque.json.Symbols;

/**
 * Reads one node object, flat or nested; fields may come in any order. Where a comma or a closing
 * bracket is missing and what follows tells that it is, it is taken as there.
 */
final class NodeParser {
  private final JsonLexer lexer;
  private final Members members;
  private final ValueParser values;
  private final AttributesParser attributes;
  private final RawList scratch = new RawList();
  private NodeFields node;

  NodeParser(JsonLexer lexer, Symbols symbols, Repairs repairs, ReadLimits limits) {
    this.lexer = lexer;
    members = new Members(lexer, symbols, repairs);
    values = new ValueParser(lexer, members, limits);
    attributes = new AttributesParser(lexer, members, values);
  }

  /**
   * Reads the node at whose opening brace the lexer stands.
   *
   * @return whether the node ended, rather than the file
   * @throws DamagedJsonException where it cannot be told how the node goes on
   * @throws UnreadableNodeException if what is there is no node
   */
  boolean read(NodeFields into) {
    node = into;
    node.clear();
    members.begin(node);
    values.begin();
    lexer.skip();
    int key = Members.BEGIN_NODE;
    while ((key = members.key(key)) != Members.NO_KEY) {
      field(key);
    }
    int c = lexer.peek();
    if (c == '}') {
      lexer.skip();
    } else if (c == JsonLexer.END) {
      return false;
    } else if (node.complete && (c == '{' || c == ']')) {
      members.repair(Repair.Kind.MISSING_BRACKET);
    } else {
      throw lexer.damage("a node goes on with '" + (char) c + "'");
    }
    return true;
  }

  private void field(int key) {
    switch (key) {
      case Fields.ID -> {
        node.hasId = values.isInteger();
        node.id = node.hasId ? lexer.integer() : -1;
      }
      case Fields.NAME -> node.name = name();
      case Fields.CTRL_DEPS -> parent();
      case Fields.PARENT -> {
        // A linker that renumbers nodes leaves this one as it was.
        if (node.hasParent) {
          values.skipValue();
        } else {
          parent();
        }
      }
      case Fields.INPUTS -> side(node.inputs);
      case Fields.OUTPUTS -> side(node.outputs);
      case Fields.INPUT_SHAPES -> values.list(node.inputs.shapes, true);
      case Fields.INPUT_TYPES -> values.list(node.inputs.types, false);
      case Fields.INPUT_STRIDES -> values.list(node.inputs.strides, true);
      case Fields.OUTPUT_SHAPES -> values.list(node.outputs.shapes, true);
      case Fields.OUTPUT_TYPES -> {
        values.list(node.outputs.types, false);
        node.complete = lexer.peek() != JsonLexer.END;
      }
      case Fields.OUTPUT_STRIDES -> values.list(node.outputs.strides, true);
      case Fields.ATTRS -> attributes.read(node);
      case Fields.CATEGORY -> node.category = lexer.peek() == '"' ? members.string() : skipped();
      case Fields.TIMESTAMP -> node.timestamp = values.number();
      case Fields.DURATION, Fields.INCLUSIVE_DURATION -> node.duration = values.number();
      case Fields.STREAM -> node.stream = values.isInteger() ? lexer.integer() : -1;
      case Fields.ARGUMENTS -> arguments();
      default -> {
        scratch.clear();
        values.value(scratch);
        node.set(key, scratch.kind(0), scratch.value(0));
      }
    }
  }

  private int skipped() {
    values.skipValue();
    return NodeFields.NONE;
  }

  /** What a device event of a merged trace has: its stream. */
  private void arguments() {
    if (lexer.peek() != '{') {
      values.skipValue();
      return;
    }
    lexer.skip();
    int key = Members.BEGIN_ATTRIBUTE;
    while ((key = members.key(key)) != Members.NO_KEY) {
      if (key == Fields.STREAM) {
        node.stream = values.isInteger() ? lexer.integer() : -1;
      } else {
        values.skipValue();
      }
    }
    if (!lexer.skip('}')) {
      throw lexer.damage("arguments do not end");
    }
  }

  private int name() {
    if (lexer.peek() != '"') {
      values.skipValue();
      return NodeFields.NONE;
    }
    lexer.unescapedString(Fields::isOfNode);
    return members.text();
  }

  /** A number, or a list of which the first one counts. */
  private void parent() {
    if (lexer.peek() == '[') {
      values.list(scratch, true);
      node.hasParent = scratch.size() > 0 && scratch.kind(0) == RawList.INTEGER;
      node.parent = node.hasParent ? scratch.value(0) : 0;
    } else {
      node.hasParent = values.isInteger();
      node.parent = node.hasParent ? lexer.integer() : 0;
    }
  }

  private void side(ValueAssembler.Side side) {
    if (lexer.peek() != '{') {
      values.list(side.values, false);
      return;
    }
    lexer.skip();
    int key = Members.BEGIN_SIDE;
    while ((key = members.key(key)) != Members.NO_KEY) {
      switch (key) {
        case Fields.VALUES -> values.list(side.values, false);
        case Fields.SHAPES -> values.list(side.shapes, true);
        case Fields.TYPES -> values.list(side.types, false);
        case Fields.STRIDES -> values.list(side.strides, true);
        default -> {
          if (Fields.isOfNode(key)) {
            members.repair(Repair.Kind.MISSING_BRACKET);
            members.keep(key);
            return;
          }
          values.skipValue();
        }
      }
    }
    if (!lexer.skip('}') && lexer.peek() != JsonLexer.END) {
      throw lexer.damage("inputs or outputs do not end");
    }
  }

  /** Passes over a value, whatever is in it. */
  void skipValue() {
    values.skipValue();
  }

  /** Whether the comma after the node has been passed already. */
  boolean takePassedComma() {
    return members.takePassedComma();
  }

  /** Where the lexer is, in words. */
  String place() {
    return members.place();
  }
}
