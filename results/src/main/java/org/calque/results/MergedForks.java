package org.calque.results;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.DoubleUnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * JMH's records of one benchmark from several processes as the one record that JMH would have
 * printed had a single process started all the forks.
 */
public final class MergedForks {
  private static final String[] RAW = {"rawData", "rawDataHistogram"};
  private static final Pattern PERCENT = Pattern.compile("\\d{1,3}(\\.\\d+)?");
  private static final Pattern PERCENTILE = Pattern.compile("(?:.*:)?p(\\d\\.\\d+)");

  private MergedForks() {}

  /**
   * The record with the forks of all in the order given; its settings are those of the first.
   *
   * @throws IllegalArgumentException when there are none
   * @throws RunFormatException when a metric has several units
   */
  public static JmhRecord of(List<JmhRecord> records) {
    if (records.isEmpty()) {
      throw new IllegalArgumentException("there are no records to merge");
    }
    List<JsonNode> trees = records.stream().map(JmhRecord::tree).toList();
    ObjectNode merged = (ObjectNode) trees.get(0).deepCopy();
    merged.put("forks", trees.stream().mapToInt(tree -> tree.path("forks").asInt(1)).sum());
    List<Part> primary = new ArrayList<>();
    Map<String, List<Part>> secondary = new LinkedHashMap<>();
    for (JsonNode tree : trees) {
      int iterations = iterations(tree);
      primary.add(new Part(tree.path("primaryMetric"), iterations));
      for (Map.Entry<String, JsonNode> one : tree.path("secondaryMetrics").properties()) {
        if (one.getValue().isObject()) {
          secondary
              .computeIfAbsent(one.getKey(), name -> new ArrayList<>())
              .add(new Part(one.getValue(), iterations));
        }
      }
    }
    merged.set("primaryMetric", metric(primary));
    boolean sampled = merged.path("mode").asString("").equals("sample");
    ObjectNode metrics = merged.putObject("secondaryMetrics");
    secondary.forEach(
        (name, parts) -> {
          Matcher percentile = PERCENTILE.matcher(name);
          metrics.set(
              name,
              sampled && percentile.matches()
                  ? percentile(
                      parts, all(primary).percentile(100 * Double.parseDouble(percentile.group(1))))
                  : metric(parts));
        });
    return JmhRecord.of(merged);
  }

  /** A metric of one process, with how many iterations that process measured. */
  private record Part(JsonNode metric, int iterations) {

    /** JMH takes an iteration in which a profiler saw nothing for a zero, and prints no value. */
    void addTo(Distribution values) {
      int printed = 0;
      for (JsonNode fork : metric.path(RAW[0])) {
        for (JsonNode value : fork) {
          values.add(value.asDouble(Double.NaN), 1);
          printed++;
        }
      }
      for (JsonNode fork : metric.path(RAW[1])) {
        for (JsonNode iteration : fork) {
          iteration.forEach(
              pair -> values.add(pair.path(0).asDouble(Double.NaN), pair.path(1).asLong(0)));
          printed++;
        }
      }
      values.add(0, printed == 0 ? 0 : iterations - printed);
    }

    Distribution distribution() {
      Distribution values = new Distribution();
      addTo(values);
      return values;
    }

    double score() {
      return metric.path("score").asDouble(Double.NaN);
    }
  }

  private static int iterations(JsonNode record) {
    int count = 0;
    for (String raw : RAW) {
      for (JsonNode fork : record.path("primaryMetric").path(raw)) {
        count += fork.size();
      }
    }
    return count;
  }

  private static Distribution all(List<Part> parts) {
    Distribution all = new Distribution();
    parts.forEach(part -> part.addTo(all));
    return all;
  }

  /** The metric with the raw data of all parts, and the scores of the first. */
  private static ObjectNode joined(List<Part> parts) {
    ObjectNode joined = (ObjectNode) parts.get(0).metric().deepCopy();
    String unit = joined.path("scoreUnit").asString("");
    for (Part part : parts) {
      String other = part.metric().path("scoreUnit").asString("");
      if (!unit.equals(other)) {
        throw new RunFormatException("one metric has the units " + unit + " and " + other);
      }
    }
    for (String raw : RAW) {
      if (joined.has(raw)) {
        ArrayNode forks = joined.putArray(raw);
        parts.forEach(part -> part.metric().path(raw).forEach(forks::add));
      }
    }
    return joined;
  }

  private static ObjectNode metric(List<Part> parts) {
    ObjectNode merged = joined(parts);
    Distribution all = all(parts);
    if (!all.isEmpty()) {
      Aggregate aggregate = Aggregate.of(parts);
      double score = aggregate.of(all);
      double error = aggregate == Aggregate.MEAN ? all.meanError() : Double.NaN;
      double width = aggregate == Aggregate.MEAN ? error : 0;
      summarise(merged, score, error, width, all::percentile);
    }
    return merged;
  }

  /** In mode {@code sample} such metrics are percentiles of the primary one. */
  private static ObjectNode percentile(List<Part> parts, double score) {
    ObjectNode merged = joined(parts);
    summarise(merged, score, Double.NaN, Double.NaN, percent -> score);
    return merged;
  }

  private static void summarise(
      ObjectNode merged,
      double score,
      double error,
      double width,
      DoubleUnaryOperator percentiles) {
    merged.set("score", number(score));
    merged.set("scoreError", number(error));
    merged.putArray("scoreConfidence").add(number(score - width)).add(number(score + width));
    if (merged.path("scorePercentiles") instanceof ObjectNode node) {
      for (String percent : List.copyOf(node.propertyNames())) {
        if (PERCENT.matcher(percent).matches()) {
          double value = percentiles.applyAsDouble(Double.parseDouble(percent));
          node.set(percent, number(value));
        }
      }
    }
  }

  /** How JMH makes one score of the values of all iterations. Its records do not say. */
  private enum Aggregate {
    MEAN,
    SUM,
    MAX,
    MIN;

    double of(Distribution values) {
      return switch (this) {
        case MEAN -> values.mean();
        case SUM -> values.sum();
        case MAX -> values.largest();
        case MIN -> values.smallest();
      };
    }

    /** The first that explains the score of every part. */
    static Aggregate of(List<Part> parts) {
      for (Aggregate one : values()) {
        if (parts.stream().allMatch(one::explains)) {
          return one;
        }
      }
      return MEAN;
    }

    private boolean explains(Part part) {
      Distribution own = part.distribution();
      return own.isEmpty() || Math.abs(of(own) - part.score()) <= 1e-9 * Math.abs(part.score());
    }
  }

  /** Numbers that are not finite are texts, as JMH writes them. */
  private static JsonNode number(double value) {
    if (Double.isFinite(value)) {
      return Json.MAPPER.getNodeFactory().numberNode(value);
    }
    String text = Double.isNaN(value) ? "NaN" : value > 0 ? "+INF" : "-INF";
    return Json.MAPPER.getNodeFactory().stringNode(text);
  }
}
