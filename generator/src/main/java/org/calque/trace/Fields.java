package org.calque.trace;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import org.calque.json.JsonLexer;
import org.calque.json.Symbols;

/** The keys of a trace's objects, as symbols that {@link #symbols} numbers so. */
final class Fields {
  static final int ID = 0;
  static final int NAME = 1;
  static final int CTRL_DEPS = 2;
  static final int PARENT = 3;
  static final int INPUTS = 4;
  static final int OUTPUTS = 5;
  static final int INPUT_SHAPES = 6;
  static final int INPUT_TYPES = 7;
  static final int INPUT_STRIDES = 8;
  static final int OUTPUT_SHAPES = 9;
  static final int OUTPUT_TYPES = 10;
  static final int OUTPUT_STRIDES = 11;
  static final int ATTRS = 12;
  static final int RF_ID = 13;
  static final int FW_PARENT = 14;
  static final int SEQ_ID = 15;
  static final int SCOPE = 16;
  static final int TID = 17;
  static final int FW_TID = 18;
  static final int OP_SCHEMA = 19;

  /** Up to here, keys of a node itself. */
  private static final int LAST_OF_NODE = OP_SCHEMA;

  static final int VALUES = 20;
  static final int SHAPES = 21;
  static final int TYPES = 22;
  static final int STRIDES = 23;
  static final int TYPE = 24;
  static final int VALUE = 25;
  static final int TENSOR_RANGE = 26;
  static final int SCHEMA = 27;
  static final int NODES = 28;
  static final int PID = 29;
  static final int TIME = 30;
  static final int START_TS = 31;
  static final int FINISH_TS = 32;
  static final int TRACE_EVENTS = 33;

  /** What linkers put into a node when they merge a Kineto trace into an execution trace. */
  static final int CATEGORY = 34;

  static final int TIMESTAMP = 35;
  static final int DURATION = 36;
  static final int INCLUSIVE_DURATION = 37;
  static final int STREAM = 38;
  static final int ARGUMENTS = 39;

  private static final List<String> NAMES =
      List.of(
          "id",
          "name",
          "ctrl_deps",
          "parent",
          "inputs",
          "outputs",
          "input_shapes",
          "input_types",
          "input_strides",
          "output_shapes",
          "output_types",
          "output_strides",
          "attrs",
          "rf_id",
          "fw_parent",
          "seq_id",
          "scope",
          "tid",
          "fw_tid",
          "op_schema",
          "values",
          "shapes",
          "types",
          "strides",
          "type",
          "value",
          "tensor_range",
          "schema",
          "nodes",
          "pid",
          "time",
          "start_ts",
          "finish_ts",
          "traceEvents",
          "cat",
          "ts",
          "dur",
          "inclusive_dur",
          "stream",
          "args");

  private static final byte[][] OF_NODE =
      NAMES.subList(0, LAST_OF_NODE + 1).stream()
          .map(name -> name.getBytes(StandardCharsets.UTF_8))
          .toArray(byte[][]::new);

  private Fields() {}

  /** Symbols in which each key has its number here. */
  static Symbols symbols() {
    return new Symbols(NAMES.toArray(String[]::new));
  }

  /** Whether a symbol is a key of a node itself. */
  static boolean isOfNode(int field) {
    return field <= LAST_OF_NODE;
  }

  /** The keys of a node itself. */
  static boolean isOfNode(byte[] bytes, int from, int to) {
    for (byte[] name : OF_NODE) {
      if (name.length == to - from && Arrays.equals(name, 0, name.length, bytes, from, to)) {
        return true;
      }
    }
    return false;
  }

  /** The one key with that number. */
  static JsonLexer.Keys only(int field) {
    byte[] name = OF_NODE[field];
    return (bytes, from, to) ->
        name.length == to - from && Arrays.equals(name, 0, name.length, bytes, from, to);
  }
}
