package org.calque.results;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import tools.jackson.core.JacksonException;
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
      return entries(Json.MAPPER.readTree(json));
    } catch (JacksonException e) {
      throw new RunFormatException("JMH's result is " + Json.complaint(e), e);
    }
  }

  static List<Entry> entries(JsonNode array) {
    if (!array.isArray()) {
      throw new RunFormatException("a JMH result is an array of records, not " + kind(array));
    }
    List<Entry> entries = new ArrayList<>();
    for (JsonNode item : array) {
      entries.add(entry(item, entries.size()));
    }
    return entries;
  }

  /**
   * A run whose machine is unknown. The virtual machine is the one that JMH's records name, when
   * they name the same one.
   */
  static Run run(String id, JsonNode array) {
    List<Entry> entries = entries(array);
    List<Jvm> jvms = entries.stream().map(e -> jvm(e.jmh())).distinct().toList();
    Jvm jvm = jvms.size() == 1 ? jvms.get(0) : Jvm.unknown();
    return new Run(
        Run.FORMAT_VERSION,
        id,
        null,
        null,
        Machine.unknown(),
        new Software(null, jvm, List.of(), null),
        List.of(),
        entries);
  }

  private static Entry entry(JsonNode item, int index) {
    String where = "record " + (index + 1);
    String benchmark = text(item, "benchmark", where);
    String mode = text(item, "mode", where);
    if (!MODES.contains(mode)) {
      throw new RunFormatException(where + " has the unknown mode '" + mode + "'");
    }
    JsonNode threads = item.path("threads");
    if (!threads.isInt()) {
      throw new RunFormatException(where + " has no number of threads");
    }
    if (!item.path("primaryMetric").isObject()) {
      throw new RunFormatException(where + " has no primaryMetric");
    }
    Map<String, String> params = new TreeMap<>();
    for (Map.Entry<String, JsonNode> param : item.path("params").properties()) {
      params.put(param.getKey(), param.getValue().asString());
    }
    return new Entry(benchmark, params, mode, threads.intValue(), null, Status.OK, null, item);
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

  static String kind(JsonNode node) {
    return node.getNodeType().name().toLowerCase(Locale.ROOT);
  }
}
