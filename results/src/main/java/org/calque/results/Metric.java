package org.calque.results;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.JsonNode;

/**
 * One measured quantity of a benchmark, as JMH recorded it.
 *
 * @param name {@link #PRIMARY}, or the label of a secondary metric such as {@code
 *     gc.alloc.rate.norm}
 * @param unit as JMH prints it, such as {@code us/op}
 * @param score JMH's own aggregate over all iterations of all forks; may be NaN or infinite
 * @param forkMeans the mean of the iterations of each fork, in the order of the forks. Iterations
 *     that are not finite do not count, and a fork without any other is left out. Empty when JMH
 *     recorded no raw data
 */
public record Metric(String name, String unit, double score, List<Double> forkMeans) {

  /** The name of what the benchmark itself measures. */
  public static final String PRIMARY = "primary";

  /** Unit of the results that are text, such as a disassembly. */
  private static final String TEXT_UNIT = "---";

  /** Copies the means. */
  public Metric {
    forkMeans = List.copyOf(forkMeans);
  }

  /** Whether this is what the benchmark itself measures, not what a profiler saw. */
  public boolean primary() {
    return name.equals(PRIMARY);
  }

  /**
   * The metrics of an entry: the primary one first, then the secondary ones in the order of JMH's
   * record. Results that are text are left out. Empty for an entry that did not end well.
   */
  public static List<Metric> of(Entry entry) {
    List<Metric> metrics = new ArrayList<>();
    if (entry.jmh() != null) {
      metrics.add(read(PRIMARY, entry.jmh().path("primaryMetric")));
      for (Map.Entry<String, JsonNode> e : entry.jmh().path("secondaryMetrics").properties()) {
        Metric metric = read(e.getKey(), e.getValue());
        if (!metric.unit().equals(TEXT_UNIT)) {
          metrics.add(metric);
        }
      }
    }
    return List.copyOf(metrics);
  }

  private static Metric read(String name, JsonNode metric) {
    boolean histogram = metric.has("rawDataHistogram");
    List<Double> means = new ArrayList<>();
    for (JsonNode fork : metric.path(histogram ? "rawDataHistogram" : "rawData")) {
      double mean = histogram ? meanOfHistograms(fork) : meanOfIterations(fork);
      if (Double.isFinite(mean)) {
        means.add(mean);
      }
    }
    return new Metric(
        name, metric.path("scoreUnit").asString(""), number(metric.path("score")), means);
  }

  /** NaN when no iteration is finite. */
  private static double meanOfIterations(JsonNode fork) {
    double sum = 0;
    int count = 0;
    for (JsonNode iteration : fork) {
      double value = number(iteration);
      if (Double.isFinite(value)) {
        sum += value;
        count++;
      }
    }
    return sum / count;
  }

  /** Each iteration of mode {@code sample} is a list of pairs: a value and how often it came. */
  private static double meanOfHistograms(JsonNode fork) {
    double sum = 0;
    double count = 0;
    for (JsonNode iteration : fork) {
      for (JsonNode bin : iteration) {
        double times = number(bin.path(1));
        sum += number(bin.path(0)) * times;
        count += times;
      }
    }
    return sum / count;
  }

  /** A number of JMH's JSON, where those that are not finite are texts. */
  private static double number(JsonNode node) {
    if (node.isNumber()) {
      return node.doubleValue();
    }
    return switch (node.asString("")) {
      case "+INF" -> Double.POSITIVE_INFINITY;
      case "-INF" -> Double.NEGATIVE_INFINITY;
      default -> Double.NaN;
    };
  }
}
