package org.calque.trace;

import java.util.OptionalInt;
import java.util.function.Supplier;
import org.calque.json.DamagedJsonException;
import org.calque.json.JsonLexer;

/**
 * Reads one event of a Kineto trace; fields may come in any order. Kineto writes names as they are,
 * quotes included.
 */
final class KinetoEventParser {
  private final JsonLexer lexer;
  private final Repairs repairs;
  private final ReadLimits limits;
  private final Supplier<String> place;

  /** Where the name of the event began that is being read; -1 before it. */
  private long nameStart;

  KinetoEventParser(JsonLexer lexer, Repairs repairs, ReadLimits limits, Supplier<String> place) {
    this.lexer = lexer;
    this.repairs = repairs;
    this.limits = limits;
    this.place = place;
  }

  /**
   * Reads the event at whose opening brace the lexer stands.
   *
   * @return whether the event ended, rather than the file
   * @throws DamagedJsonException where it cannot be told how the event goes on
   */
  boolean read(KinetoEvent event) {
    event.clear();
    nameStart = -1;
    lexer.skip();
    while (hasKey()) {
      int key = key();
      colon();
      field(event, key);
    }
    return ends();
  }

  /** Passes commas; whether a key follows. */
  private boolean hasKey() {
    int commas = 0;
    while (lexer.peek() == ',') {
      lexer.skip();
      if (++commas > 1) {
        repairs.add(Repair.Kind.STRAY_COMMA, place);
      }
    }
    if (lexer.peek() == '"') {
      return true;
    }
    if (commas > 0 && lexer.peek() == '}') {
      repairs.add(Repair.Kind.STRAY_COMMA, place);
    }
    return false;
  }

  /** Reads a key. */
  int key() {
    lexer.string();
    return KinetoFields.of(lexer.bytes(), lexer.from(), lexer.to());
  }

  private void colon() {
    if (!lexer.skip(':')) {
      throw lexer.damage("a key has no value");
    }
  }

  /** Passes the end of an object; whether it is there, rather than the end of the file. */
  private boolean ends() {
    int c = lexer.peek();
    if (c == '}') {
      lexer.skip();
      return true;
    }
    if (c == '{' || c == ']') {
      repairs.add(Repair.Kind.MISSING_BRACKET, place);
      return true;
    }
    if (c != JsonLexer.END) {
      throw lexer.damage("an event goes on with '" + (char) c + "'");
    }
    return false;
  }

  private void field(KinetoEvent event, int key) {
    switch (key) {
      case KinetoFields.PHASE -> {
        boolean text = text();
        event.hasDuration =
            text && lexer.to() - lexer.from() == 1 && lexer.bytes()[lexer.from()] == 'X';
      }
      case KinetoFields.CATEGORY -> {
        if (text()) {
          event.category(lexer.bytes(), lexer.from(), lexer.to());
        }
      }
      case KinetoFields.NAME -> name(event);
      case KinetoFields.PROCESS -> event.process = number();
      case KinetoFields.THREAD -> event.thread = number();
      case KinetoFields.TIMESTAMP -> event.start = nanos();
      case KinetoFields.DURATION -> event.duration = nanos();
      case KinetoFields.ARGUMENTS -> arguments(event);
      default -> skipValue();
    }
  }

  private boolean text() {
    if (lexer.peek() == '"') {
      lexer.string();
      return true;
    }
    skipValue();
    return false;
  }

  private void name(KinetoEvent event) {
    if (lexer.peek() != '"') {
      skipValue();
      return;
    }
    long start = lexer.offset();
    lexer.unescapedString(KinetoFields.OF_EVENT);
    boolean mended = lexer.mended();
    event.name(lexer.bytes(), lexer.from(), lexer.to());
    if (nameStart >= 0) {
      // A name that looks like further fields: all since the first quote is the name.
      byte[] name = lexer.since(nameStart);
      if (name == null) {
        throw lexer.damage("an event has two names");
      }
      event.name(name, 1, name.length - 1);
      mended = true;
    } else {
      nameStart = start;
    }
    if (mended) {
      repairs.add(Repair.Kind.UNESCAPED_TEXT, place);
    }
  }

  private void arguments(KinetoEvent event) {
    if (lexer.peek() != '{') {
      skipValue();
      return;
    }
    lexer.skip();
    while (hasKey()) {
      int key = key();
      colon();
      switch (key) {
        case KinetoFields.EXTERNAL_ID -> event.externalId = integer();
        case KinetoFields.EVENT_INDEX -> event.eventIndex = integer();
        case KinetoFields.RECORD_FUNCTION -> event.recordFunction = integer();
        case KinetoFields.SEQUENCE -> event.sequence = integer();
        case KinetoFields.CORRELATION -> event.correlation = integer();
        case KinetoFields.STREAM -> event.stream = integer();
        case KinetoFields.DEVICE -> event.device = integer();
        default -> skipValue();
      }
    }
    event.complete = ends();
  }

  /** The rank that an object states. */
  OptionalInt rank() {
    OptionalInt rank = OptionalInt.empty();
    if (lexer.peek() != '{') {
      skipValue();
      return rank;
    }
    lexer.skip();
    while (hasKey()) {
      int key = key();
      colon();
      if (key == KinetoFields.RANK) {
        long stated = integer();
        rank = stated >= 0 && stated <= Integer.MAX_VALUE ? OptionalInt.of((int) stated) : rank;
      } else {
        skipValue();
      }
    }
    ends();
    return rank;
  }

  /** Reads any value: a whole number, or one in quotes, or {@link KinetoEvent#NONE}. */
  long integer() {
    int c = lexer.peek();
    if (c == '"') {
      lexer.string();
      return digits(lexer.bytes(), lexer.from(), lexer.to());
    }
    if (c == '-' || (c >= '0' && c <= '9')) {
      return lexer.scalar() == JsonLexer.Scalar.INTEGER ? lexer.integer() : KinetoEvent.NONE;
    }
    skipValue();
    return KinetoEvent.NONE;
  }

  private static long digits(byte[] bytes, int from, int to) {
    long value = 0;
    for (int i = from; i < to; i++) {
      int digit = bytes[i] - '0';
      if (digit < 0 || digit > 9 || i - from > 17) {
        return KinetoEvent.NONE;
      }
      value = value * 10 + digit;
    }
    return to > from ? value : KinetoEvent.NONE;
  }

  /** A process or a thread: a number, or a text such as {@code Spans}, which becomes one. */
  private long number() {
    if (lexer.peek() != '"') {
      return integer();
    }
    lexer.string();
    long number = digits(lexer.bytes(), lexer.from(), lexer.to());
    if (number != KinetoEvent.NONE) {
      return number;
    }
    int hash = 1;
    for (int i = lexer.from(); i < lexer.to(); i++) {
      hash = 31 * hash + lexer.bytes()[i];
    }
    return KinetoEvent.NONE + 1 + (hash & Integer.MAX_VALUE);
  }

  private long nanos() {
    int c = lexer.peek();
    if (c != '-' && (c < '0' || c > '9')) {
      skipValue();
      return KinetoEvent.NONE;
    }
    long start = lexer.offset();
    if (lexer.scalar() == JsonLexer.Scalar.INTEGER) {
      return Microseconds.nanos(lexer.integer());
    }
    byte[] text = lexer.since(start);
    return text == null ? Microseconds.NOT_A_TIME : Microseconds.nanos(text, lexer.real());
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
          if (++open > limits.nesting()) {
            throw new TraceLimitException(
                "lists or objects are nested more than "
                    + limits.nesting()
                    + " levels deep (--max-nesting)");
          }
        }
        case ']', '}', ',', ':' -> {
          if (open == 0) {
            throw lexer.damage("a value is missing");
          }
          open -= c == ']' || c == '}' ? 1 : 0;
          lexer.skip();
        }
        default -> lexer.scalar();
      }
    } while (open > 0);
  }
}
