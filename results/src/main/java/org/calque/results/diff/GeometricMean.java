package org.calque.results.diff;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.calque.results.Metric;

/**
 * How the benchmarks of one unit moved together. Only what both sides measured counts, so the mean
 * does not move when a benchmark comes or goes.
 *
 * @param unit of the primary metrics
 * @param ratio geometric mean of the ratios of head over base
 * @param rows how many ratios
 */
public record GeometricMean(String unit, double ratio, int rows) {

  /** One for each unit, in the order of the rows. */
  static List<GeometricMean> of(List<Row> rows) {
    Map<String, List<Double>> logarithms = new LinkedHashMap<>();
    for (Row row : rows) {
      // Only a positive number has a logarithm; a ratio of 0 or without an end has none.
      boolean counts = row.metric().equals(Metric.PRIMARY) && row.measured();
      if (counts && row.base().center() > 0 && row.head().center() > 0) {
        logarithms
            .computeIfAbsent(row.unit(), unit -> new ArrayList<>())
            .add(Math.log(row.ratio()));
      }
    }
    List<GeometricMean> means = new ArrayList<>();
    logarithms.forEach(
        (unit, logs) -> {
          double mean = logs.stream().mapToDouble(x -> x).average().orElse(Double.NaN);
          means.add(new GeometricMean(unit, Math.exp(mean), logs.size()));
        });
    return means;
  }
}
