package org.calque.results;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.annotation.JsonDeserialize;
import tools.jackson.databind.annotation.JsonSerialize;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * The object that JMH's {@code -rf json} prints for one benchmark, kept as the text that it is. A
 * run of a day has hundreds of megabytes of them; as trees they would not fit in memory.
 */
@JsonSerialize(using = JmhRecordJson.Writer.class)
@JsonDeserialize(using = JmhRecordJson.Reader.class)
public final class JmhRecord {
  /** Unit of the results that are text, such as a disassembly. */
  private static final String TEXT_UNIT = "---";

  private final byte[] source;
  private final int from;
  private final int to;
  private Content content;

  /** What is read of a record, once it is asked for. */
  private record Content(ObjectNode settings, List<Metric> metrics) {}

  private JmhRecord(byte[] source, int from, int to) {
    this.source = source;
    this.from = from;
    this.to = to;
  }

  /**
   * The record that the parser stands at: a part of a longer text, which must not change any more.
   *
   * @param source the bytes that the parser reads
   * @param from where its brace opens
   */
  static JmhRecord read(JsonParser parser, byte[] source, int from) {
    Content content = content(parser);
    int to = Math.toIntExact(parser.currentLocation().getByteOffset());
    JmhRecord record = new JmhRecord(source, from, to);
    record.content = content;
    return record;
  }

  static JmhRecord of(JsonNode tree) {
    byte[] text = tree.toString().getBytes(StandardCharsets.UTF_8);
    return new JmhRecord(text, 0, text.length);
  }

  /** JMH's text on one line. */
  public String json() {
    byte[] line = new byte[to - from];
    int length = 0;
    boolean quoted = false;
    for (int i = from; i < to; i++) {
      byte c = source[i];
      if (quoted && c == '\\') {
        line[length++] = c;
        line[length++] = source[++i];
      } else if (quoted || c > ' ' || c < 0) {
        quoted ^= c == '"';
        line[length++] = c;
      }
    }
    return new String(line, 0, length, StandardCharsets.UTF_8);
  }

  /** The whole record. */
  public JsonNode tree() {
    return Json.MAPPER.readTree(source, from, to - from);
  }

  /** All fields of the record but the metrics: benchmark, mode, forks, JVM and so on. */
  public JsonNode settings() {
    return content().settings;
  }

  /** The primary metric, then the secondary ones as JMH ordered them; none that are text. */
  public List<Metric> metrics() {
    return content().metrics;
  }

  private synchronized Content content() {
    if (content == null) {
      content = read();
    }
    return content;
  }

  private Content read() {
    try (JsonParser parser = Json.MAPPER.createParser(source, from, to - from)) {
      parser.nextToken();
      return content(parser);
    }
  }

  /** Reads from the brace that opens to the one that closes. */
  private static Content content(JsonParser parser) {
    ObjectNode settings = JsonNodeFactory.instance.objectNode();
    List<Metric> metrics = new ArrayList<>();
    while (parser.nextToken() == JsonToken.PROPERTY_NAME) {
      String field = parser.currentName();
      JsonToken value = parser.nextToken();
      if (field.equals("primaryMetric") && value == JsonToken.START_OBJECT) {
        metrics.add(0, metric(Metric.PRIMARY, parser));
      } else if (field.equals("secondaryMetrics") && value == JsonToken.START_OBJECT) {
        while (parser.nextToken() == JsonToken.PROPERTY_NAME) {
          String name = parser.currentName();
          if (parser.nextToken() == JsonToken.START_OBJECT) {
            metrics.add(metric(apart(name), parser));
          } else {
            parser.skipChildren();
          }
        }
      } else {
        settings.set(field, parser.<JsonNode>readValueAsTree());
      }
    }
    metrics.removeIf(metric -> !metric.primary() && metric.unit().equals(TEXT_UNIT));
    return new Content(settings, List.copyOf(metrics));
  }

  /** A profiler may call its metric as the primary one is called here. */
  private static String apart(String label) {
    return label.equals(Metric.PRIMARY) ? label + " (secondary)" : label;
  }

  private static Metric metric(String name, JsonParser parser) {
    double score = Double.NaN;
    String unit = "";
    Sample sample = Sample.EMPTY;
    while (parser.nextToken() == JsonToken.PROPERTY_NAME) {
      String field = parser.currentName();
      parser.nextToken();
      switch (field) {
        case "score" -> {
          score = number(parser);
          parser.skipChildren();
        }
        case "scoreUnit" -> {
          unit = parser.getValueAsString("");
          parser.skipChildren();
        }
        case "rawData" -> sample = Sample.of(forks(parser, false));
        case "rawDataHistogram" -> sample = Sample.of(forks(parser, true));
        default -> parser.skipChildren();
      }
    }
    return new Metric(name, unit, score, sample);
  }

  private static List<double[]> forks(JsonParser parser, boolean histograms) {
    List<double[]> forks = new ArrayList<>();
    if (parser.currentToken() != JsonToken.START_ARRAY) {
      parser.skipChildren();
      return forks;
    }
    while (parser.nextToken() != JsonToken.END_ARRAY) {
      double[] iterations = new double[8];
      int count = 0;
      if (parser.currentToken() != JsonToken.START_ARRAY) {
        parser.skipChildren();
        continue;
      }
      while (parser.nextToken() != JsonToken.END_ARRAY) {
        if (count == iterations.length) {
          iterations = Arrays.copyOf(iterations, 2 * count);
        }
        iterations[count++] = histograms ? meanOfHistogram(parser) : number(parser);
        parser.skipChildren();
      }
      forks.add(Arrays.copyOf(iterations, count));
    }
    return forks;
  }

  /** Each iteration of mode {@code sample} is a list of pairs: a value and how often it came. */
  private static double meanOfHistogram(JsonParser parser) {
    double sum = 0;
    double count = 0;
    if (parser.currentToken() != JsonToken.START_ARRAY) {
      return Double.NaN;
    }
    while (parser.nextToken() == JsonToken.START_ARRAY) {
      parser.nextToken();
      double value = number(parser);
      parser.nextToken();
      double times = number(parser);
      sum += value * times;
      count += times;
      while (parser.nextToken() != JsonToken.END_ARRAY) {
        parser.skipChildren();
      }
    }
    return sum / count;
  }

  /** A number of JMH's JSON, where those that are not finite are texts. */
  private static double number(JsonParser parser) {
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

  @Override
  public boolean equals(Object other) {
    return other instanceof JmhRecord record && json().equals(record.json());
  }

  @Override
  public int hashCode() {
    return json().hashCode();
  }

  @Override
  public String toString() {
    return json();
  }
}
