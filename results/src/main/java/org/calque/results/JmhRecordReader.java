package org.calque.results;

import static tools.jackson.databind.DeserializationFeature.FAIL_ON_TRAILING_TOKENS;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.databind.ObjectReader;

/**
 * Reads records of JMH from a stream of tokens, without a tree: a file may have ten thousand of
 * them, and a list of parameters or flags that is the same in all is there once.
 */
final class JmhRecordReader {
  /** Unit of the results that are text, such as a disassembly. */
  private static final String TEXT_UNIT = "---";

  /** What is read of a record; the metrics as {@link JmhRecord#metrics} has them. */
  record Content(JmhSettings settings, List<Metric> metrics) {}

  /** A record as far as it has been read. */
  private static final class Draft {
    String benchmark;
    String mode;
    Integer threads;
    Map<String, String> params = Map.of();
    int batchSize = 1;
    String version;
    String vm;
    String vmVersion;
    List<String> arguments = List.of();
    final List<Metric> metrics = new ArrayList<>(1);
  }

  /** Reads a field of a record, at whose value the parser stands. */
  private interface Field {
    void read(JmhRecordReader reader, Draft draft);
  }

  private static final Field SKIPPED = (reader, draft) -> {};

  private static final Map<String, Field> FIELDS =
      Map.ofEntries(
          Map.entry("benchmark", (reader, draft) -> draft.benchmark = reader.textOrNull()),
          Map.entry("mode", (reader, draft) -> draft.mode = reader.textOrNull()),
          Map.entry("threads", (reader, draft) -> draft.threads = reader.intOrNull()),
          Map.entry("params", (reader, draft) -> draft.params = reader.params()),
          Map.entry(
              "measurementBatchSize",
              (reader, draft) -> draft.batchSize = reader.parser.getValueAsInt(1)),
          Map.entry("jdkVersion", (reader, draft) -> draft.version = reader.textOrNull()),
          Map.entry("vmName", (reader, draft) -> draft.vm = reader.textOrNull()),
          Map.entry("vmVersion", (reader, draft) -> draft.vmVersion = reader.textOrNull()),
          Map.entry("jvmArgs", (reader, draft) -> draft.arguments = reader.texts()),
          Map.entry("primaryMetric", (reader, draft) -> reader.primary(draft.metrics)),
          Map.entry("secondaryMetrics", (reader, draft) -> reader.secondary(draft.metrics)));

  private final JsonParser parser;

  private final Sample.Builder samples = new Sample.Builder();

  /** Of the record before: that of the next one is mostly the same. */
  private Jvm lastJvm = Jvm.unknown();

  private Map<String, String> lastParams = Map.of();

  /**
   * A reader of records.
   *
   * @param parser stands at the brace of a record whenever {@link #record} is called
   */
  JmhRecordReader(JsonParser parser) {
    this.parser = parser;
  }

  /**
   * The record that the parser stands at, as a part of the text that it reads.
   *
   * @param source the text; null when the parser reads no bytes
   * @throws RunFormatException when it is not an object
   */
  JmhRecord record(byte[] source) {
    if (parser.currentToken() != JsonToken.START_OBJECT) {
      throw new RunFormatException("a record of JMH is an object, not " + parser.currentToken());
    }
    long from = parser.currentTokenLocation().getByteOffset();
    // No bytes where the source is a tree, or text in another encoding than UTF-8.
    if (source == null || from < 0) {
      ObjectReader one = Json.MAPPER.reader().without(FAIL_ON_TRAILING_TOKENS);
      return JmhRecord.of(one.readTree(parser));
    }
    Content content = content();
    long to = parser.currentLocation().getByteOffset();
    return new JmhRecord(source, Math.toIntExact(from), Math.toIntExact(to), content);
  }

  /** Reads from the brace that opens to the one that closes. */
  Content content() {
    Draft draft = new Draft();
    while (parser.nextToken() == JsonToken.PROPERTY_NAME) {
      Field field = FIELDS.getOrDefault(parser.currentName(), SKIPPED);
      parser.nextToken();
      field.read(this, draft);
      parser.skipChildren(); // of what none of these has read
    }
    draft.metrics.removeIf(metric -> !metric.primary() && metric.unit().equals(TEXT_UNIT));
    JmhSettings settings =
        new JmhSettings(
            draft.benchmark, draft.mode, draft.threads, draft.params, draft.batchSize, jvm(draft));
    return new Content(settings, List.copyOf(draft.metrics));
  }

  private String textOrNull() {
    return parser.currentToken() == JsonToken.VALUE_STRING ? parser.getString() : null;
  }

  private Integer intOrNull() {
    boolean whole = parser.currentToken() == JsonToken.VALUE_NUMBER_INT;
    return whole && parser.getNumberType() == JsonParser.NumberType.INT
        ? parser.getIntValue()
        : null;
  }

  private Map<String, String> params() {
    if (parser.currentToken() != JsonToken.START_OBJECT) {
      return Map.of();
    }
    Map<String, String> params = new TreeMap<>();
    while (parser.nextToken() == JsonToken.PROPERTY_NAME) {
      String name = parser.currentName();
      parser.nextToken();
      params.put(name, parser.getValueAsString(""));
      parser.skipChildren();
    }
    if (!params.equals(lastParams)) {
      lastParams = Facts.sorted(params, "params");
    }
    return lastParams;
  }

  private List<String> texts() {
    List<String> texts = new ArrayList<>();
    if (parser.currentToken() == JsonToken.START_ARRAY) {
      while (parser.nextToken() != JsonToken.END_ARRAY) {
        texts.add(parser.getValueAsString(""));
        parser.skipChildren();
      }
    }
    return texts;
  }

  private Jvm jvm(Draft draft) {
    Jvm jvm = new Jvm(draft.version, draft.vm, draft.vmVersion, draft.arguments);
    lastJvm = jvm.equals(lastJvm) ? lastJvm : jvm;
    return lastJvm;
  }

  private void primary(List<Metric> metrics) {
    if (parser.currentToken() == JsonToken.START_OBJECT) {
      metrics.add(0, metric(Metric.PRIMARY));
    }
  }

  private void secondary(List<Metric> metrics) {
    if (parser.currentToken() == JsonToken.START_OBJECT) {
      while (parser.nextToken() == JsonToken.PROPERTY_NAME) {
        String name = parser.currentName();
        if (parser.nextToken() == JsonToken.START_OBJECT) {
          metrics.add(metric(apart(name)));
        } else {
          parser.skipChildren();
        }
      }
    }
  }

  /** A profiler may call its metric as the primary one is called here. */
  private static String apart(String label) {
    return label.equals(Metric.PRIMARY) ? label + " (secondary)" : label;
  }

  private Metric metric(String name) {
    double score = Double.NaN;
    String unit = "";
    Sample sample = Sample.EMPTY;
    while (parser.nextToken() == JsonToken.PROPERTY_NAME) {
      String field = parser.currentName();
      parser.nextToken();
      switch (field) {
        case "score" -> score = number();
        case "scoreUnit" -> unit = parser.getValueAsString("");
        case "rawData" -> sample = sample(false);
        case "rawDataHistogram" -> sample = sample(true);
        default -> {}
      }
      parser.skipChildren();
    }
    return new Metric(name, unit, score, sample);
  }

  /** An array of forks, each an array of iterations. */
  private Sample sample(boolean histograms) {
    if (parser.currentToken() == JsonToken.START_ARRAY) {
      while (parser.nextToken() != JsonToken.END_ARRAY) {
        if (parser.currentToken() == JsonToken.START_ARRAY) {
          while (parser.nextToken() != JsonToken.END_ARRAY) {
            samples.add(histograms ? meanOfHistogram() : number());
            parser.skipChildren();
          }
          samples.endFork();
        } else {
          parser.skipChildren();
        }
      }
    }
    return samples.build();
  }

  /** Each iteration of mode {@code sample} is a list of pairs: a value and how often it came. */
  private double meanOfHistogram() {
    double sum = 0;
    double count = 0;
    if (parser.currentToken() != JsonToken.START_ARRAY) {
      return Double.NaN;
    }
    while (parser.nextToken() == JsonToken.START_ARRAY) {
      parser.nextToken();
      double value = number();
      parser.nextToken();
      double times = number();
      sum += value * times;
      count += times;
      while (parser.nextToken() != JsonToken.END_ARRAY) {
        parser.skipChildren();
      }
    }
    return sum / count;
  }

  /** A number of JMH's JSON, where those that are not finite are texts. */
  private double number() {
    JsonToken token = parser.currentToken();
    if (token.isNumeric()) {
      return parser.getDoubleValue();
    }
    return switch (token == JsonToken.VALUE_STRING ? parser.getString() : "") {
      case "+INF" -> Double.POSITIVE_INFINITY;
      case "-INF" -> Double.NEGATIVE_INFINITY;
      default -> Double.NaN;
    };
  }
}
