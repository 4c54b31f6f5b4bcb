package org.calque.results.report;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.calque.results.Entry;
import org.calque.results.Metric;
import org.calque.results.WorkloadFacts;

/**
 * Energy of one operation as one sensor told it, from the metric {@code energy.SENSOR}. What one
 * sensor covers another may cover too, so nobody adds them up.
 *
 * @param sensor its id, such as {@code rapl.package-0}
 * @param joules in J
 */
public record StepEnergy(String sensor, Estimate joules) {
  /** Joules of a watt-hour. */
  public static final double JOULES_PER_WH = 3600;

  private static final String ENERGY = "energy.";
  private static final Map<String, Double> JOULES =
      Map.of("uJ/op", 1e-6, "mJ/op", 1e-3, "J/op", 1.0);

  /**
   * By each sensor that told one, in the order of JMH's record; none where nothing was measured.
   */
  public static List<StepEnergy> of(Entry entry) {
    return Metric.of(entry).stream()
        .filter(metric -> metric.name().startsWith(ENERGY) && JOULES.containsKey(metric.unit()))
        .map(
            metric ->
                new StepEnergy(
                    metric.name().substring(ENERGY.length()),
                    Estimate.of(metric).map(x -> x * JOULES.get(metric.unit()))))
        .toList();
  }

  /** Joules of one item; empty where the items of a step are not known. */
  Optional<Estimate> perItem(WorkloadFacts facts) {
    return items(facts).map(items -> joules.map(x -> x / items));
  }

  /**
   * Items for a watt-hour; empty where the items of a step are not known, or no energy was seen.
   */
  public Optional<Estimate> itemsPerWh(WorkloadFacts facts) {
    return items(facts)
        .filter(items -> joules.value() > 0)
        .map(items -> joules.map(x -> items * JOULES_PER_WH / x));
  }

  private static Optional<Long> items(WorkloadFacts facts) {
    return Optional.ofNullable(facts.itemsPerStep());
  }
}
