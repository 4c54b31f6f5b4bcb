package org.calque.results;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * JMH's records of one benchmark from several processes as the one record that JMH would have
 * printed had a single process started all the forks.
 */
public final class MergedForks {
  private static final String[] RAW = {"rawData", "rawDataHistogram"};

  private MergedForks() {}

  /**
   * The record with the forks of all in the order given; its settings are those of the first.
   *
   * @throws IllegalArgumentException when there are none, or when a metric has several units
   */
  public static JmhRecord of(List<JmhRecord> records) {
    if (records.isEmpty()) {
      throw new IllegalArgumentException("there are no records to merge");
    }
    List<JsonNode> trees = records.stream().map(JmhRecord::tree).toList();
    ObjectNode merged = (ObjectNode) trees.get(0).deepCopy();
    merged.put("forks", trees.stream().mapToInt(tree -> tree.path("forks").asInt(1)).sum());
    merged.set(
        "primaryMetric", metric(trees.stream().map(tree -> tree.path("primaryMetric")).toList()));
    Map<String, List<JsonNode>> secondary = new LinkedHashMap<>();
    for (JsonNode tree : trees) {
      tree.path("secondaryMetrics")
          .properties()
          .forEach(
              one ->
                  secondary
                      .computeIfAbsent(one.getKey(), name -> new ArrayList<>())
                      .add(one.getValue()));
    }
    ObjectNode metrics = merged.putObject("secondaryMetrics");
    secondary.forEach((name, parts) -> metrics.set(name, metric(parts)));
    return JmhRecord.of(merged);
  }

  private static JsonNode metric(List<JsonNode> parts) {
    JsonNode first = parts.get(0);
    if (!(first.deepCopy() instanceof ObjectNode merged)) {
      return first;
    }
    String unit = first.path("scoreUnit").asString("");
    Distribution all = new Distribution();
    for (JsonNode part : parts) {
      if (!unit.equals(part.path("scoreUnit").asString(""))) {
        throw new IllegalArgumentException(
            "one metric has the units " + unit + " and " + part.path("scoreUnit").asString(""));
      }
      addTo(all, part);
    }
    for (String raw : RAW) {
      if (first.has(raw)) {
        ArrayNode forks = merged.putArray(raw);
        parts.forEach(part -> part.path(raw).forEach(forks::add));
      }
    }
    if (!all.isEmpty()) {
      summarise(merged, all, Aggregate.of(parts));
    }
    return merged;
  }

  private static void summarise(ObjectNode merged, Distribution all, Aggregate aggregate) {
    double score = aggregate.of(all);
    double error = aggregate == Aggregate.MEAN ? all.meanError() : Double.NaN;
    put(merged, "score", score);
    put(merged, "scoreError", error);
    ArrayNode confidence = merged.putArray("scoreConfidence");
    boolean wide = aggregate == Aggregate.MEAN;
    confidence.add(number(wide ? score - error : score));
    confidence.add(number(wide ? score + error : score));
    if (merged.path("scorePercentiles") instanceof ObjectNode percentiles) {
      for (String percent : List.copyOf(percentiles.propertyNames())) {
        put(percentiles, percent, all.percentile(Double.parseDouble(percent)));
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
    static Aggregate of(List<JsonNode> parts) {
      for (Aggregate one : values()) {
        if (parts.stream().allMatch(one::explains)) {
          return one;
        }
      }
      return MEAN;
    }

    private boolean explains(JsonNode part) {
      Distribution own = new Distribution();
      addTo(own, part);
      double score = part.path("score").asDouble(Double.NaN);
      return own.isEmpty() || Math.abs(of(own) - score) <= 1e-9 * Math.abs(score);
    }
  }

  private static void addTo(Distribution values, JsonNode metric) {
    for (JsonNode fork : metric.path(RAW[0])) {
      fork.forEach(value -> values.add(value.asDouble(Double.NaN), 1));
    }
    for (JsonNode fork : metric.path(RAW[1])) {
      for (JsonNode iteration : fork) {
        iteration.forEach(
            pair -> values.add(pair.path(0).asDouble(Double.NaN), pair.path(1).asLong(0)));
      }
    }
  }

  private static void put(ObjectNode object, String field, double value) {
    object.set(field, number(value));
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
