package org.calque.results.report;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.calque.results.MeasuredPower;
import org.calque.results.Metric;
import org.calque.results.WorkloadFacts;

/**
 * Something that each step of a ladder may tell.
 *
 * @param name such as {@code Throughput}
 * @param unit such as {@code tokens/s}
 * @param of what a step tells; empty where it does not
 */
record LadderQuantity(String name, String unit, Function<Result, Optional<Estimate>> of) {
  private static final double MILLI = 1e3;

  /** Throughput, then energy and efficiency by each sensor, which are never added up. */
  static List<LadderQuantity> of(BatchLadder ladder) {
    WorkloadFacts facts = ladder.first().facts();
    List<LadderQuantity> quantities = new ArrayList<>();
    quantities.add(
        new LadderQuantity("Throughput", facts.items() + "/s", LadderQuantity::throughput));
    sensors(ladder)
        .forEach(
            (sensor, description) -> {
              quantities.add(
                  new LadderQuantity(
                      "Energy per " + facts.item() + " of " + description,
                      "mJ/" + facts.item(),
                      result -> perItem(result, sensor)));
              quantities.add(
                  new LadderQuantity(
                      "Efficiency by " + description,
                      facts.items() + "/Wh",
                      result -> efficiency(result, sensor)));
            });
    return quantities;
  }

  private static Optional<Estimate> throughput(Result result) {
    return Metric.of(result.entry()).stream()
        .findFirst()
        .flatMap(result::rate)
        .map(ItemRate::estimate)
        .filter(rate -> Double.isFinite(rate.value()));
  }

  private static Optional<Estimate> perItem(Result result, String sensor) {
    return energy(result, sensor)
        .flatMap(energy -> energy.perItem(result.facts()))
        .map(joules -> joules.map(x -> x * MILLI));
  }

  private static Optional<Estimate> efficiency(Result result, String sensor) {
    return energy(result, sensor).flatMap(energy -> energy.itemsPerWh(result.facts()));
  }

  private static Optional<StepEnergy> energy(Result result, String sensor) {
    return StepEnergy.of(result.entry()).stream()
        .filter(energy -> energy.sensor().equals(sensor))
        .findFirst();
  }

  /** The sensors of all steps, with what they cover, by their ids. */
  private static Map<String, String> sensors(BatchLadder ladder) {
    Map<String, String> sensors = new LinkedHashMap<>();
    ladder
        .results()
        .forEach(
            result -> {
              MeasuredPower power = result.entry().power();
              for (StepEnergy energy : StepEnergy.of(result.entry())) {
                String id = energy.sensor();
                sensors.putIfAbsent(id, power == null ? id : power.describe(id));
              }
            });
    return sensors;
  }
}
