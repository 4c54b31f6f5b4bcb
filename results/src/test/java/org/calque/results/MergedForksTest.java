package org.calque.results;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Against records of several forks that JMH 1.37 wrote itself. */
final class MergedForksTest {
  @ParameterizedTest
  @ValueSource(
      strings = {"avgt-gc-6-forks", "thrpt-4-forks", "sample-4-forks", "single-shot-2-forks"})
  void forksApartMakeTheRecordThatJmhWroteOfThemTogether(String file) {
    for (Entry entry : Samples.jmhRun(file).entries()) {
      JsonNode whole = entry.jmh().tree();

      JsonNode merged = MergedForks.of(apart(whole)).tree();

      assertSame(merged.path("primaryMetric"), whole.path("primaryMetric"));
      whole
          .path("secondaryMetrics")
          .properties()
          .forEach(
              one ->
                  assertSame(merged.path("secondaryMetrics").path(one.getKey()), one.getValue()));
      assertThat(merged.path("forks")).isEqualTo(whole.path("forks"));
      assertThat(merged.propertyNames()).isEqualTo(whole.propertyNames());
    }
  }

  @Test
  void anEntryOfTheMergedRecordHasTheForksOfAll() {
    Entry one = Samples.time("a.B.c", 1, 2);
    Entry other = Samples.time("a.B.c", 3);

    Metric merged = MergedForks.of(List.of(one.jmh(), other.jmh())).metrics().get(0);

    assertThat(merged.sample()).isEqualTo(Sample.ofForkMeans(1, 2, 3));
    assertThat(merged.score()).isEqualTo(2);
  }

  @Test
  void differentUnitsAreNotMerged() {
    Entry micros = Samples.time("a.B.c", 1);
    Entry millis = Samples.entry("a.B.c", "avgt", 1, java.util.Map.of(), "ms/op", 1);

    assertThatThrownBy(() -> MergedForks.of(List.of(micros.jmh(), millis.jmh())))
        .hasMessage("one metric has the units us/op and ms/op");
  }

  /** One record for each fork, with the scores that JMH would have given it. */
  private static List<JmhRecord> apart(JsonNode whole) {
    List<JmhRecord> records = new ArrayList<>();
    for (int fork = 0; fork < whole.path("forks").asInt(); fork++) {
      ObjectNode one = (ObjectNode) whole.deepCopy();
      one.put("forks", 1);
      cut((ObjectNode) one.path("primaryMetric"), fork);
      for (JsonNode metric : one.path("secondaryMetrics")) {
        cut((ObjectNode) metric, fork);
      }
      records.add(JmhRecord.of(one));
    }
    return records;
  }

  private static void cut(ObjectNode metric, int fork) {
    double before = distribution(metric).sum();
    boolean sum = near(before, metric.path("score").asDouble());
    for (String raw : List.of("rawData", "rawDataHistogram")) {
      if (metric.has(raw)) {
        JsonNode kept = metric.path(raw).path(fork);
        ((ArrayNode) metric.path(raw)).removeAll().add(kept);
      }
    }
    Distribution own = distribution(metric);
    metric.put("score", sum ? own.sum() : own.mean());
  }

  private static Distribution distribution(JsonNode metric) {
    Distribution values = new Distribution();
    metric.path("rawData").forEach(f -> f.forEach(x -> values.add(x.asDouble(), 1)));
    for (JsonNode f : metric.path("rawDataHistogram")) {
      f.forEach(i -> i.forEach(p -> values.add(p.path(0).asDouble(), p.path(1).asLong())));
    }
    return values;
  }

  private static boolean near(double a, double b) {
    return Math.abs(a - b) <= 1e-9 * Math.abs(b);
  }

  private static void assertSame(JsonNode merged, JsonNode whole) {
    assertThat(merged.path("rawData")).isEqualTo(whole.path("rawData"));
    assertThat(merged.path("rawDataHistogram")).isEqualTo(whole.path("rawDataHistogram"));
    assertClose(merged.path("score"), whole.path("score"));
    assertClose(merged.path("scoreError"), whole.path("scoreError"));
    for (int end = 0; end < 2; end++) {
      assertClose(
          merged.path("scoreConfidence").path(end), whole.path("scoreConfidence").path(end));
    }
    whole
        .path("scorePercentiles")
        .properties()
        .forEach(
            one -> assertClose(merged.path("scorePercentiles").path(one.getKey()), one.getValue()));
  }

  private static void assertClose(JsonNode actual, JsonNode expected) {
    if (expected.isNumber()) {
      assertThat(actual.asDouble())
          .isCloseTo(expected.asDouble(), within(1e-9 * Math.abs(expected.asDouble())));
    } else {
      assertThat(actual).isEqualTo(expected);
    }
  }
}
