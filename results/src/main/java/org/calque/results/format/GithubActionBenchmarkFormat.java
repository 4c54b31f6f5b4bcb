package org.calque.results.format;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import org.calque.results.BenchmarkKey;
import org.calque.results.Entry;
import org.calque.results.Metric;
import org.calque.results.Run;
import org.calque.results.diff.Comparison;
import org.calque.results.diff.Direction;
import org.calque.results.diff.Rulers;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * Input of github-action-benchmark for its tools {@code customSmallerIsBetter} and {@code
 * customBiggerIsBetter}. That action takes one direction for a whole file, and its own reader of
 * JMH's results takes throughput for a cost; so metrics of each direction go to a file of their
 * own.
 *
 * @param direction of the metrics that are written; others are left out
 */
public record GithubActionBenchmarkFormat(Direction direction) implements ComparisonFormat {
  /** Both directions by name. */
  public static final Map<String, GithubActionBenchmarkFormat> BY_NAME = byName();

  private static Map<String, GithubActionBenchmarkFormat> byName() {
    Map<String, GithubActionBenchmarkFormat> formats = new LinkedHashMap<>();
    formats.put(
        "github-action-benchmark-smaller",
        new GithubActionBenchmarkFormat(Direction.LOWER_IS_BETTER));
    formats.put(
        "github-action-benchmark-bigger",
        new GithubActionBenchmarkFormat(Direction.HIGHER_IS_BETTER));
    return formats;
  }

  /** Writes head: that action has its own history to compare with. */
  @Override
  public void write(Comparison comparison, Appendable out) throws IOException {
    write(comparison.head(), out);
  }

  /** Writes the metrics of a run whose direction this is and that are finite. */
  public void write(Run run, Appendable out) throws IOException {
    ArrayNode array = JsonNodeFactory.instance.arrayNode();
    for (Entry entry : run.entries()) {
      if (Rulers.isRuler(entry.key())) {
        continue; // it tells of the machine, and is nobody's to make faster
      }
      for (Metric metric : Metric.of(entry)) {
        Direction own = Direction.of(metric.unit(), metric.name());
        if (own == direction && Double.isFinite(metric.score())) {
          array.add(item(entry.key(), metric));
        }
      }
    }
    out.append(PrettyJson.text(array));
  }

  private static ObjectNode item(BenchmarkKey key, Metric metric) {
    ObjectNode item = JsonNodeFactory.instance.objectNode();
    item.put("name", key + (metric.primary() ? "" : ", " + metric.name()));
    item.put("unit", metric.unit());
    item.put("value", metric.score());
    String range = range(metric);
    if (!range.isEmpty()) {
      item.put("range", range);
    }
    item.put("extra", "forks: " + metric.sample().forks());
    return item;
  }

  /** How far the farthest fork is from the score. */
  private static String range(Metric metric) {
    double farthest = 0;
    for (double mean : metric.sample().forkMeans()) {
      farthest = Math.max(farthest, Math.abs(mean - metric.score()));
    }
    return metric.sample().forks() < 2 ? "" : "± " + Numbers.value(farthest);
  }
}
