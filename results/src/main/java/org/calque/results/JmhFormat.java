package org.calque.results;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.databind.JsonNode;

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
    List<Jvm> jvms = entries.stream().map(e -> jvm(e.jmh().settings())).distinct().toList();
    Jvm jvm = jvms.size() == 1 ? jvms.get(0) : Jvm.unknown();
    return Run.ofJmh(id, jvm, entries);
  }

  private static List<Entry> entries(byte[] json) {
    List<Entry> entries = new ArrayList<>();
    try (JsonParser parser = Json.MAPPER.createParser(json)) {
      if (parser.nextToken() != JsonToken.START_ARRAY) {
        throw new RunFormatException(
            "a JMH result is an array of records, not "
                + Json.MAPPER.readTree(json).getNodeType().name().toLowerCase(Locale.ROOT));
      }
      while (parser.nextToken() != JsonToken.END_ARRAY) {
        String where = "record " + (entries.size() + 1);
        if (parser.currentToken() != JsonToken.START_OBJECT) {
          throw new RunFormatException(where + " is not an object");
        }
        entries.add(entry(JmhRecordJson.read(parser, json), where));
      }
      if (parser.nextToken() != null) {
        throw new RunFormatException("there is more after the array of records");
      }
    }
    return entries;
  }

  private static Entry entry(JmhRecord record, String where) {
    JsonNode item = record.settings();
    String benchmark = text(item, "benchmark", where);
    String mode = text(item, "mode", where);
    if (!MODES.contains(mode)) {
      throw new RunFormatException(where + " has the unknown mode '" + mode + "'");
    }
    JsonNode threads = item.path("threads");
    if (!threads.isInt()) {
      throw new RunFormatException(where + " has no number of threads");
    }
    if (record.metrics().isEmpty() || !record.metrics().get(0).primary()) {
      throw new RunFormatException(where + " has no primaryMetric");
    }
    Map<String, String> params = new TreeMap<>();
    for (Map.Entry<String, JsonNode> param : item.path("params").properties()) {
      params.put(param.getKey(), param.getValue().asString());
    }
    return new Entry(benchmark, params, mode, threads.intValue(), null, Status.OK, null, record);
  }

  private static Jvm jvm(JsonNode item) {
    List<String> args = new ArrayList<>();
    item.path("jvmArgs").forEach(arg -> args.add(arg.asString()));
    return new Jvm(
        textOrNull(item, "jdkVersion"),
        textOrNull(item, "vmName"),
        textOrNull(item, "vmVersion"),
        args);
  }

  private static String text(JsonNode item, String field, String where) {
    String value = textOrNull(item, field);
    if (value == null) {
      throw new RunFormatException(where + " has no " + field);
    }
    return value;
  }

  private static String textOrNull(JsonNode item, String field) {
    JsonNode value = item.path(field);
    return value.isString() ? value.stringValue() : null;
  }
}
