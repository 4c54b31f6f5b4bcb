package org.calque.results.report;

import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.calque.results.WorkloadFacts;

/**
 * Items per second, from the time of a step or the rate of steps, and the items of a step.
 *
 * @param unit such as {@code image/s}
 * @param estimate of the rate
 */
public record ItemRate(String unit, Estimate estimate) {
  private static final Map<String, Double> SECONDS =
      Map.of("ns", 1e-9, "us", 1e-6, "ms", 1e-3, "s", 1.0, "min", 60.0, "hr", 3600.0);
  private static final Pattern TIME = Pattern.compile("(\\w+)/op");
  private static final Pattern RATE = Pattern.compile("ops/(\\w+)");

  /** The method that runs a whole step; others run a part of one, so items a second say nothing. */
  public static final String STEP = "step";

  /**
   * The rate; empty where the unit is neither a time nor a rate, the items of a step are unknown,
   * or the benchmark is not a whole step.
   */
  public static Optional<ItemRate> of(
      String method, WorkloadFacts facts, String unit, Estimate estimate) {
    if (facts == null || facts.itemsPerStep() == null || !method.equals(STEP)) {
      return Optional.empty();
    }
    double items = facts.itemsPerStep();
    String rateUnit = facts.items() + "/s";
    Matcher time = TIME.matcher(unit);
    if (time.matches() && SECONDS.containsKey(time.group(1))) {
      double seconds = SECONDS.get(time.group(1));
      return Optional.of(new ItemRate(rateUnit, estimate.map(x -> items / (x * seconds))));
    }
    Matcher rate = RATE.matcher(unit);
    if (rate.matches() && SECONDS.containsKey(rate.group(1))) {
      double seconds = SECONDS.get(rate.group(1));
      return Optional.of(new ItemRate(rateUnit, estimate.map(x -> items * x / seconds)));
    }
    return Optional.empty();
  }
}
