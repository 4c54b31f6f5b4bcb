package org.calque.trace;

/** The fields of one node while it is read; the object is used again for the next node. */
final class NodeFields {
  static final int NONE = -1;

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
}
