package org.calque.results;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Two of JMH's records of one benchmark as if one run had made all forks. What JMH derived from the
 * iterations and cannot be told without them, such as percentiles, is left out.
 */
final class MergedRecord {
  private MergedRecord() {}

  /** The first record, changed. */
  static ObjectNode of(ObjectNode record, JsonNode further) {
    int forks = record.path("forks").asInt(1);
    int more = further.path("forks").asInt(1);
    record.put("forks", forks + more);
    if (record.path("primaryMetric") instanceof ObjectNode metric) {
      merge(metric, further.path("primaryMetric"), forks, more);
    }
    if (record.path("secondaryMetrics") instanceof ObjectNode metrics) {
      for (var other : further.path("secondaryMetrics").properties()) {
        if (metrics.path(other.getKey()) instanceof ObjectNode metric) {
          merge(metric, other.getValue(), forks, more);
        } else {
          metrics.set(other.getKey(), other.getValue());
        }
      }
    }
    return record;
  }

  private static void merge(ObjectNode metric, JsonNode further, int forks, int more) {
    double sum = score(metric) * forks + score(further) * more;
    double score = sum / (forks + more);
    if (Double.isFinite(score)) {
      metric.put("score", score);
    } else {
      metric.put("score", "NaN");
    }
    metric.put("scoreError", "NaN");
    metric.putArray("scoreConfidence").add("NaN").add("NaN");
    metric.putObject("scorePercentiles");
    append(metric, further, "rawData");
    append(metric, further, "rawDataHistogram");
  }

  private static double score(JsonNode metric) {
    return metric.path("score").isNumber() ? metric.path("score").doubleValue() : Double.NaN;
  }

  private static void append(ObjectNode metric, JsonNode further, String field) {
    if (further.path(field) instanceof ArrayNode more) {
      if (metric.path(field) instanceof ArrayNode forks) {
        forks.addAll(more);
      } else {
        metric.set(field, more);
      }
    }
  }
}
