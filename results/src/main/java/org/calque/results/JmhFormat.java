package org.calque.results;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;

/**
 * The file that JMH writes for {@code -rf json}: an array with one object for each benchmark. See
 * {@code org.openjdk.jmh.results.format.JSONResultFormat} of JMH 1.37. Numbers that are not finite
 * are the texts {@code "NaN"}, {@code "+INF"} and {@code "-INF"}; {@code params} is absent where
 * there are none.
 */
public final class JmhFormat {
  private static final Set<String> MODES = Set.of("thrpt", "avgt", "sample", "ss");

  private JmhFormat() {}

  /**
   * Entries of status {@code ok} for what JMH printed, each with its record as it came.
   *
   * @param json the array of records
   * @throws RunFormatException when this is not such an array
   */
  public static List<Entry> entries(String json) {
    try {
      return entries(json.getBytes(StandardCharsets.UTF_8));
    } catch (JacksonException e) {
      throw new RunFormatException("JMH's result is " + Json.complaint(e), e);
    }
  }

  /**
   * A run whose machine is unknown. The virtual machine is the one that JMH's records name, when
   * they name the same one.
   */
  static Run run(String id, byte[] json) {
    List<Entry> entries = entries(json);
    Set<Jvm> jvms = new HashSet<>();
    entries.forEach(entry -> jvms.add(entry.jmh().settings().jvm()));
    Jvm jvm = jvms.size() == 1 ? jvms.iterator().next() : Jvm.unknown();
    return Run.ofJmh(id, jvm, entries);
  }

  private static List<Entry> entries(byte[] json) {
    List<Entry> entries = new ArrayList<>();
    try (JsonParser parser = JsonText.parser(json)) {
      if (parser.nextToken() != JsonToken.START_ARRAY) {
        throw new RunFormatException(
            "a JMH result is an array of records, not "
                + Json.MAPPER.readTree(json).getNodeType().name().toLowerCase(Locale.ROOT));
      }
      JmhRecordReader reader = new JmhRecordReader(parser);
      while (parser.nextToken() != JsonToken.END_ARRAY) {
        String where = "record " + (entries.size() + 1);
        if (parser.currentToken() != JsonToken.START_OBJECT) {
          throw new RunFormatException(where + " is not an object");
        }
        entries.add(entry(reader.record(json), where));
      }
      if (!endsHere(parser, json) && parser.nextToken() != null) {
        throw new RunFormatException("there is more after the array of records");
      }
    }
    return entries;
  }

  /**
   * Whether white space alone follows. A parser that is asked for a token at the end of the text
   * meets it for the first time; what was compiled of it is thrown away then, and is missing where
   * another file is being read.
   */
  private static boolean endsHere(JsonParser parser, byte[] json) {
    long at = parser.currentLocation().getByteOffset();
    while (at >= 0 && at < json.length && " \t\r\n".indexOf(json[(int) at]) >= 0) {
      at++;
    }
    return at == json.length;
  }

  private static Entry entry(JmhRecord record, String where) {
    JmhSettings settings = record.settings();
    String benchmark = said(settings.benchmark(), "benchmark", where);
    String mode = said(settings.mode(), "mode", where);
    if (!MODES.contains(mode)) {
      throw new RunFormatException(where + " has the unknown mode '" + mode + "'");
    }
    int threads = said(settings.threads(), "number of threads", where);
    if (record.metrics().isEmpty() || !record.metrics().get(0).primary()) {
      throw new RunFormatException(where + " has no primaryMetric");
    }
    return new Entry(
        benchmark, settings.params(), mode, threads, null, Status.OK, null, record, null);
  }

  private static <T> T said(T value, String what, String where) {
    if (value == null) {
      throw new RunFormatException(where + " has no " + what);
    }
    return value;
  }
}
