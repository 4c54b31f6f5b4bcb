package org.calque.trace;

import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.function.BooleanSupplier;
import org.calque.json.DamagedJsonException;
import org.calque.json.JsonLexer;
import org.calque.json.Symbols;

/**
 * Reads the file around the nodes, and finds the next node where one is damaged. What comes before
 * the nodes has to be whole.
 */
final class DocumentParser {
  /** Schema versions whose fields are known. */
  static final Set<String> SCHEMAS =
      Set.of(
          "1.0.1",
          "1.0.2-chakra.0.0.4",
          "1.0.3-chakra.0.0.4",
          "1.0.4-chakra.0.0.4",
          "1.1.0-chakra.0.0.4",
          "1.1.1-chakra.0.0.4");

  private static final int BYTE_ORDER_MARK = 0xef;
  private static final int BYTES_OF_MARK = 3;
  private static final int LONGEST_QUOTE = 60;
  private static final long LEAST_READ_AGAIN = 1 << 24;

  private final String name;
  private final JsonLexer lexer;
  private final Symbols symbols = Fields.symbols();
  private final Repairs repairs;
  private final NodeParser parser;
  private final TraceBuilder builder;
  private final NodeFields node;

  private long nodeStart;

  /** Bytes passed twice, so that a file of damaged nodes is not read as often as it has nodes. */
  private long readAgain;

  private JsonLexer.Keys beginsNode = Fields.only(Fields.ID);
  private String schema;
  private boolean hasNodes;
  private String process = "";
  private String time = "";
  private double start = Double.NaN;
  private double finish = Double.NaN;

  DocumentParser(String name, InputStream json, Repairs repairs, ReadOptions options) {
    this.name = name;
    this.repairs = repairs;
    lexer = new JsonLexer(json, options.limits().stringBytes());
    parser = new NodeParser(lexer, symbols, repairs, options.limits());
    builder = new TraceBuilder(symbols, repairs, options.limits());
    node = new NodeFields(symbols.of(""));
  }

  /** Where the reading is, in words. */
  String place() {
    return parser.place();
  }

  /**
   * Reads to the end of the file.
   *
   * @param cut whether the file's packing ended too early
   * @throws TraceFormatException if it is something else
   * @throws DamagedJsonException if it is damaged before the first node
   */
  void read(BooleanSupplier cut) {
    if (lexer.peek() == BYTE_ORDER_MARK) {
      for (int i = 0; i < BYTES_OF_MARK; i++) {
        lexer.skip();
      }
    }
    if (!lexer.skip('{')) {
      if (cut.getAsBoolean()) {
        throw cutOff();
      }
      throw new TraceFormatException(name, "not an execution trace: no JSON object at the start");
    }
    boolean open = true;
    while (open) {
      switch (lexer.peek()) {
        case ',' -> {
          lexer.skip();
          if (lexer.peek() == '}') {
            repair(Repair.Kind.STRAY_COMMA);
          }
        }
        case '"' -> open = readsMember();
        case '}' -> {
          lexer.skip();
          // Behind a bracket too many there are further nodes; another document begins with one.
          open = hasNodes && lexer.peek() != JsonLexer.END && lexer.peek() != '{' && goesOn();
        }
        case JsonLexer.END -> {
          repair(Repair.Kind.CUT_OFF);
          open = false;
        }
        default -> open = goesOn();
      }
    }
    if (lexer.peek() != JsonLexer.END) {
      repair(Repair.Kind.STRAY_TEXT);
    }
    if (cut.getAsBoolean() && !repairs.has(Repair.Kind.CUT_OFF)) {
      repair(Repair.Kind.CUT_OFF);
    }
  }

  /** Reads a member; whether more may follow. What comes after the nodes may be damaged. */
  private boolean readsMember() {
    try {
      member();
      return true;
    } catch (DamagedJsonException e) {
      if (!hasNodes) {
        throw e;
      }
      return lexer.peek() == JsonLexer.END || goesOn();
    }
  }

  /** After something that is no member: further nodes, as if the list had not ended, or nothing. */
  private boolean goesOn() {
    if (!hasNodes) {
      throw lexer.damage("there is no JSON");
    }
    repair(Repair.Kind.STRAY_TEXT);
    if (lexer.seekObject(beginsNode)) {
      nodes();
      return true;
    }
    return false;
  }

  private void member() {
    lexer.string();
    int key = symbols.of(lexer.bytes(), lexer.from(), lexer.to());
    if (!lexer.skip(':')) {
      if (hasNodes) {
        return;
      }
      throw lexer.damage("there is no JSON");
    }
    int c = lexer.peek();
    switch (key) {
      case Fields.SCHEMA -> schema = string(c);
      case Fields.NODES -> {
        if (c != '[') {
          throw notTrace("nodes");
        }
        lexer.skip();
        hasNodes = true;
        nodes();
      }
      case Fields.TRACE_EVENTS ->
          throw new TraceFormatException(
              name,
              "a Kineto trace, not an execution trace; it goes with one, as in inspect TRACE --kineto");
      case Fields.TIME -> time = Objects.requireNonNullElse(string(c), "");
      case Fields.PID -> {
        double number = number(c);
        process = Double.isNaN(number) ? "" : Long.toString((long) number);
      }
      case Fields.START_TS -> start = number(c);
      case Fields.FINISH_TS -> finish = number(c);
      default -> parser.skipValue();
    }
  }

  private String string(int first) {
    if (first != '"') {
      parser.skipValue();
      return null;
    }
    lexer.string();
    return symbols.text(symbols.of(lexer.bytes(), lexer.from(), lexer.to()));
  }

  private double number(int first) {
    if (first < '0' || first > '9') {
      parser.skipValue();
      return Double.NaN;
    }
    return lexer.scalar() == JsonLexer.Scalar.INTEGER ? lexer.integer() : lexer.real();
  }

  private void nodes() {
    boolean comma = true;
    while (true) {
      switch (lexer.peek()) {
        case ']' -> {
          if (comma && builder.size() > 0) {
            repair(Repair.Kind.STRAY_COMMA);
          }
          lexer.skip();
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
          if (!comma) {
            repair(Repair.Kind.MISSING_COMMA);
          }
          comma = node();
        }
        case JsonLexer.END -> {
          return;
        }
        default -> {
          repair(Repair.Kind.STRAY_TEXT);
          comma = true;
          lexer.seekObject(beginsNode);
        }
      }
    }
  }

  /** Reads a node; whether the next one may follow at once. */
  private boolean node() {
    if (builder.size() == 0 && !lexer.beginsWith(beginsNode)) {
      // Flat nodes begin with their name; attributes, which do, too, are in nested ones only.
      beginsNode = Fields.only(Fields.NAME);
    }
    lexer.mark();
    nodeStart = lexer.offset();
    try {
      if (!parser.read(node) && !node.complete) {
        return skipDamaged("it does not end", Long.MAX_VALUE);
      }
    } catch (DamagedJsonException e) {
      return skipDamaged(e.getMessage(), e.offset());
    } catch (UnreadableNodeException e) {
      return skipDamaged(e.getMessage(), 0);
    }
    try {
      builder.add(node);
    } catch (UnreadableNodeException e) {
      unreadable(e.getMessage());
    }
    return parser.takePassedComma();
  }

  /** Goes back to the start of a damaged node, from there to the next one. */
  private boolean skipDamaged(String problem, long offset) {
    String place = parser.place();
    readAgain += lexer.offset() - nodeStart;
    if (readAgain < LEAST_READ_AGAIN + nodeStart) {
      lexer.reset();
    }
    lexer.skip();
    boolean found = lexer.seekObject(beginsNode);
    if (found || offset < lexer.offset()) {
      repairs.add(Repair.Kind.UNREADABLE_NODE, () -> place + ": " + problem);
    }
    return true;
  }

  private void unreadable(String problem) {
    repairs.add(Repair.Kind.UNREADABLE_NODE, () -> parser.place() + ": " + problem);
  }

  private void repair(Repair.Kind kind) {
    repairs.add(kind, parser::place);
  }

  /**
   * The trace that was read.
   *
   * @param file see {@link ExecutionTrace.Source}
   * @param digest see {@link ExecutionTrace.Source}
   */
  ExecutionTrace trace(String file, String digest) {
    if (schema == null && !repairs.has(Repair.Kind.CUT_OFF)) {
      throw notTrace("schema");
    }
    for (Repair.Kind damage : List.of(Repair.Kind.UNREADABLE_NODE, Repair.Kind.STRAY_TEXT)) {
      if (builder.size() == 0 && repairs.has(damage)) {
        throw new TraceFormatException(
            name, "none of its nodes can be read: " + repairs.first(damage).place());
      }
    }
    if (builder.size() == 0 && repairs.has(Repair.Kind.CUT_OFF)) {
      throw cutOff();
    }
    if (!hasNodes) {
      throw notTrace("nodes");
    }
    TraceColumns columns = builder.build();
    ExecutionTrace trace =
        new ExecutionTrace(
            new ExecutionTrace.Source(file, digest, Objects.requireNonNullElse(schema, "")),
            new ExecutionTrace.Recording(process, time, (finish - start) / 1000),
            columns,
            repairs.list(),
            warnings(),
            List.of());
    return builder.timings(trace).map(trace::withTimings).orElse(trace);
  }

  private TraceFormatException cutOff() {
    return new TraceFormatException(
        name,
        "the file is cut off before its first node; stop the observer before the process ends and"
            + " record the trace again");
  }

  /** The error for text before the first node that does not go on as JSON does. */
  TraceFormatException noTrace(DamagedJsonException e) {
    return lexer.peek() == JsonLexer.END
        ? cutOff()
        : new TraceFormatException(
            name, "not an execution trace: " + e.getMessage() + " at byte " + e.offset(), e);
  }

  private List<String> warnings() {
    List<String> warnings = new ArrayList<>();
    if (schema != null && !SCHEMAS.contains(schema)) {
      String quoted =
          schema.length() > LONGEST_QUOTE ? schema.substring(0, LONGEST_QUOTE) + "..." : schema;
      warnings.add(
          "schema \"" + quoted + "\" is unknown; it is read as far as its fields are known");
    }
    if (builder.longLists() > 0) {
      warnings.add(
          builder.longLists()
              + " lists have "
              + ValueAssembler.LONGEST_LIST
              + " elements, the length at which the writer cuts them; there may have been more");
    }
    return warnings;
  }

  private TraceFormatException notTrace(String missing) {
    return new TraceFormatException(
        name,
        "not an execution trace: it has no \""
            + missing
            + "\"; a Kineto trace is a different file");
  }
}
