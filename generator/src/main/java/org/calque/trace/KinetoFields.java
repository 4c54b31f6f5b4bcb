package org.calque.trace;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.calque.json.JsonLexer;

/** The keys of a Kineto trace that are read, as numbers. */
final class KinetoFields {
  static final int OTHER = -1;
  static final int PHASE = 0;
  static final int CATEGORY = 1;
  static final int NAME = 2;
  static final int PROCESS = 3;
  static final int THREAD = 4;
  static final int TIMESTAMP = 5;
  static final int DURATION = 6;
  static final int ARGUMENTS = 7;
  static final int EXTERNAL_ID = 8;
  static final int EVENT_INDEX = 9;
  static final int RECORD_FUNCTION = 10;
  static final int SEQUENCE = 11;
  static final int CORRELATION = 12;
  static final int STREAM = 13;
  static final int DEVICE = 14;
  static final int TRACE_EVENTS = 15;
  static final int DISTRIBUTED_INFO = 16;
  static final int RANK = 17;
  static final int BASE_TIME = 18;
  static final int NODES = 19;

  /** By number; spellings of one key are apart by a bar. */
  private static final String[] NAMES = {
    "ph",
    "cat",
    "name",
    "pid",
    "tid",
    "ts",
    "dur",
    "args",
    "External id|External Id|external id",
    "Ev Idx",
    "Record function id",
    "Sequence number",
    "correlation",
    "stream",
    "device",
    "traceEvents",
    "distributedInfo",
    "rank",
    "baseTimeNanoseconds",
    "nodes"
  };

  private record Key(byte[] name, int field) {}

  private static final Key[][] BY_LENGTH = byLength();

  /** Keys with which an event begins. */
  static final JsonLexer.Keys BEGIN_EVENT =
      (bytes, from, to) -> {
        int field = of(bytes, from, to);
        return field == PHASE || field == NAME;
      };

  /** Keys that may come after an event's name. */
  static final JsonLexer.Keys OF_EVENT =
      (bytes, from, to) -> {
        int field = of(bytes, from, to);
        return field >= PHASE && field <= ARGUMENTS;
      };

  private KinetoFields() {}

  private static Key[][] byLength() {
    Key[][] table = new Key[32][];
    Arrays.fill(table, new Key[0]);
    for (int field = 0; field < NAMES.length; field++) {
      for (String spelling : NAMES[field].split("\\|", -1)) {
        byte[] name = spelling.getBytes(StandardCharsets.US_ASCII);
        Key[] same = table[name.length];
        table[name.length] = Arrays.copyOf(same, same.length + 1);
        table[name.length][same.length] = new Key(name, field);
      }
    }
    return table;
  }

  /** The number of the key that lies in {@code bytes}, or {@link #OTHER}. */
  static int of(byte[] bytes, int from, int to) {
    int length = to - from;
    if (length < BY_LENGTH.length) {
      for (Key key : BY_LENGTH[length]) {
        if (Arrays.equals(key.name(), 0, length, bytes, from, to)) {
          return key.field();
        }
      }
    }
    return OTHER;
  }
}
