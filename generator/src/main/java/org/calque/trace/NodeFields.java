package org.calque.trace;

/** The fields of one node while it is read; the object is used again for the next node. */
final class NodeFields {
  static final int NONE = -1;

  private final int empty;

  final ValueAssembler.Side inputs = new ValueAssembler.Side();
  final ValueAssembler.Side outputs = new ValueAssembler.Side();

  /** Further attributes: symbols of their names as values, then the value itself. */
  final RawList attributes = new RawList();

  boolean hasId;
  long id;
  boolean hasParent;
  long parent;

  /** Symbols; {@link #NONE} where missing. */
  int name;

  int schema;
  int tensorRange;

  long recordFunction;
  long sequence;
  long scope;
  long thread;

  /** Symbol of the Kineto category in a merged trace; {@link #NONE} where there is none. */
  int category;

  /** Microseconds, in a merged trace; NaN where there is none. */
  double timestamp;

  double duration;

  /** -1 where there is none. */
  long stream;

  /** Whether the list of attributes, or the last list of a flat node, is closed. */
  boolean complete;

  /**
   * @param empty symbol of the empty text
   */
  NodeFields(int empty) {
    this.empty = empty;
    clear();
  }

  void clear() {
    inputs.clear();
    outputs.clear();
    attributes.clear();
    hasId = false;
    id = -1;
    hasParent = false;
    parent = 0;
    name = NONE;
    schema = NONE;
    tensorRange = NONE;
    recordFunction = 0;
    sequence = -1;
    scope = 0;
    thread = 0;
    category = NONE;
    timestamp = Double.NaN;
    duration = Double.NaN;
    stream = -1;
    complete = false;
  }

  /**
   * Sets an attribute, which some writers make a field of the
   *
   * @param attribute symbol of its name
   * @param kind kind of its value, as {@link RawList} has it
   */
  void set(int attribute, byte kind, long value) {
    if (kind == RawList.INTEGER) {
      switch (attribute) {
        case Fields.RF_ID -> recordFunction = value;
        case Fields.SEQ_ID -> sequence = value;
        case Fields.SCOPE -> scope = value;
        case Fields.TID -> thread = value;
        case Fields.FW_PARENT, Fields.FW_TID -> keep(attribute, kind, value, 0);
        default -> keep(attribute, kind, value, Long.MIN_VALUE);
      }
    } else if (kind == RawList.STRING && attribute == Fields.OP_SCHEMA) {
      schema = (int) value;
    } else if (kind == RawList.STRING && attribute == Fields.TENSOR_RANGE) {
      tensorRange = (int) value;
    } else {
      keep(attribute, kind, value, empty);
    }
  }

  /** Further attributes are kept where they say something; none replaces a field of the */
  private void keep(int attribute, byte kind, long value, long nothing) {
    if (value != nothing && kind != RawList.NOTHING && attribute > Fields.PARENT) {
      attributes.add(RawList.STRING, attribute);
      attributes.add(kind, value);
    }
  }
}
