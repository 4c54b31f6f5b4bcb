package org.calque.trace;

import java.io.InputStream;
import java.util.HashMap;
import java.util.Map;
import java.util.OptionalInt;
import java.util.function.BooleanSupplier;
import org.calque.json.DamagedJsonException;
import org.calque.json.JsonLexer;
import org.calque.json.Symbols;

/** Reads a Kineto trace from its first byte to its last, whole or damaged. */
final class KinetoParser {
  /** Events for each node that a trace may have; most are flows, launches and kernels. */
  private static final long EVENTS_PER_NODE = 8;

  private static final int BYTE_ORDER_MARK = 0xef;
  private static final int BYTES_OF_MARK = 3;

  private final String name;
  private final JsonLexer lexer;
  private final Repairs repairs;
  private final ReadLimits limits;
  private final KinetoEventParser parser;
  private final KinetoEvent event = new KinetoEvent();
  private final Symbols symbols = new Symbols();
  private final CpuEvents cpu = new CpuEvents();
  private final LaunchEvents launches = new LaunchEvents();
  private final DeviceEvents device = new DeviceEvents();
  private final Map<ThreadNumber, Integer> threads = new HashMap<>();

  private ThreadNumber lastThread = new ThreadNumber(0, 0);
  private int lastThreadNumber = -1;
  private boolean hasEvents;
  private long events;
  private OptionalInt rank = OptionalInt.empty();
  private long baseNanos;

  private record ThreadNumber(long process, long number) {}

  KinetoParser(String name, InputStream json, Repairs repairs, ReadOptions options) {
    this.name = name;
    this.repairs = repairs;
    limits = options.limits();
    lexer = new JsonLexer(json, limits.stringBytes());
    parser = new KinetoEventParser(lexer, repairs, limits, this::place);
  }

  /** Where the reading is, in words. */
  String place() {
    return "byte " + lexer.offset() + (events > 0 ? " in event " + events : "");
  }

  /**
   * Reads to the end of the file.
   *
   * @throws TraceFormatException if it is something else
   * @throws DamagedJsonException if it is damaged before the first event
   */
  void read(BooleanSupplier cut) {
    if (lexer.peek() == BYTE_ORDER_MARK) {
      for (int i = 0; i < BYTES_OF_MARK; i++) {
        lexer.skip();
      }
    }
    if (!lexer.skip('{')) {
      throw new TraceFormatException(name, "not a Kineto trace: no JSON object at the start");
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
        case '"' -> open = member();
        case '}' -> {
          lexer.skip();
          // A stray bracket may have ended what goes on here.
          open = hasEvents && lexer.peek() != JsonLexer.END && goesOn();
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

  /**
   * After something that is no member: further events, as if the list had not ended, or nothing.
   */
  private boolean goesOn() {
    if (!hasEvents) {
      throw lexer.damage("there is no JSON");
    }
    repair(Repair.Kind.STRAY_TEXT);
    if (lexer.seekObject(KinetoFields.BEGIN_EVENT)) {
      events();
      return true;
    }
    return false;
  }

  /** Reads a member; whether more can follow. */
  private boolean member() {
    try {
      int key = parser.key();
      if (!lexer.skip(':')) {
        throw lexer.damage("a key has no value");
      }
      member(key);
      return true;
    } catch (DamagedJsonException e) {
      if (!hasEvents) {
        throw e;
      }
      // Behind the events there is nothing that matters.
      repair(lexer.peek() == JsonLexer.END ? Repair.Kind.CUT_OFF : Repair.Kind.STRAY_TEXT);
      return false;
    }
  }

  private void member(int key) {
    int c = lexer.peek();
    switch (key) {
      case KinetoFields.TRACE_EVENTS -> {
        if (c != '[') {
          throw noTrace();
        }
        lexer.skip();
        hasEvents = true;
        events();
      }
      case KinetoFields.NODES -> {
        if (c == '[' && !hasEvents) {
          throw new TraceFormatException(
              name, "an execution trace, not a Kineto trace; give it as the trace");
        }
        parser.skipValue();
      }
      case KinetoFields.BASE_TIME -> {
        long base = parser.integer();
        baseNanos = base == KinetoEvent.NONE ? 0 : base;
      }
      case KinetoFields.DISTRIBUTED_INFO -> rank = parser.rank();
      default -> parser.skipValue();
    }
  }

  private void events() {
    boolean comma = true;
    while (true) {
      switch (lexer.peek()) {
        case ']' -> {
          if (comma && events > 0) {
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
          comma = event();
        }
        case JsonLexer.END -> {
          return;
        }
        default -> {
          repair(Repair.Kind.STRAY_TEXT);
          comma = true;
          lexer.seekObject(KinetoFields.BEGIN_EVENT);
        }
      }
    }
  }

  /** Reads an event; whether the next one may follow at once. */
  private boolean event() {
    if (++events > EVENTS_PER_NODE * limits.nodes()) {
      throw new TraceLimitException(
          "there are more than "
              + EVENTS_PER_NODE * limits.nodes()
              + " events, "
              + EVENTS_PER_NODE
              + " for each node that a trace may have (--max-nodes)");
    }
    lexer.mark();
    try {
      if (parser.read(event) || event.complete) {
        add();
      }
      return false;
    } catch (DamagedJsonException e) {
      // Goes back to the start of the damaged event, from there to the next one.
      String place = place();
      lexer.reset();
      lexer.skip();
      boolean found = lexer.seekObject(KinetoFields.BEGIN_EVENT);
      if (found || e.offset() < lexer.offset()) {
        repairs.add(Repair.Kind.UNREADABLE_NODE, () -> place + ": " + e.getMessage());
      }
      return true;
    }
  }

  private void add() {
    if (!event.hasDuration || event.category == KinetoEvent.Category.OTHER) {
      return;
    }
    if (event.start == KinetoEvent.NONE || event.duration == KinetoEvent.NONE) {
      repairs.add(Repair.Kind.UNREADABLE_NODE, () -> place() + ": it has no time");
      return;
    }
    switch (event.category) {
      case CPU -> cpu.add(symbol(), thread(), event);
      case LAUNCH -> {
        if (event.correlation != KinetoEvent.NONE) {
          launches.add(thread(), event);
        }
      }
      default -> device.add(symbol(), event);
    }
  }

  private int symbol() {
    return symbols.of(event.name, 0, event.nameLength);
  }

  private int thread() {
    if (lastThreadNumber < 0
        || lastThread.process() != event.process
        || lastThread.number() != event.thread) {
      lastThread = new ThreadNumber(event.process, event.thread);
      lastThreadNumber = threads.computeIfAbsent(lastThread, thread -> threads.size());
    }
    return lastThreadNumber;
  }

  private void repair(Repair.Kind kind) {
    repairs.add(kind, this::place);
  }

  /**
   * The trace that was read.
   *
   * @param file see {@link KinetoTrace.Source}
   * @param digest see {@link KinetoTrace.Source}
   */
  KinetoTrace trace(String file, String digest) {
    if (!hasEvents) {
      throw noTrace();
    }
    if (cpu.size() == 0 && device.size() == 0) {
      throw new TraceFormatException(
          name,
          repairs.has(Repair.Kind.UNREADABLE_NODE)
              ? "none of its events can be read: "
                  + repairs.first(Repair.Kind.UNREADABLE_NODE).place()
              : repairs.has(Repair.Kind.CUT_OFF)
                  ? "the file is cut off before its first operator; export the timeline again"
                  : "the timeline has no operators; record it with ProfilerActivity.CPU");
    }
    return new KinetoTrace(
        new KinetoTrace.Source(file, digest),
        rank,
        baseNanos,
        cpu,
        launches,
        device,
        threads.size(),
        symbols,
        repairs.list());
  }

  private TraceFormatException noTrace() {
    return new TraceFormatException(
        name,
        repairs.has(Repair.Kind.CUT_OFF)
            ? "the file is cut off before its first event; export the timeline again"
            : "not a Kineto trace: it has no \"traceEvents\"");
  }
}
