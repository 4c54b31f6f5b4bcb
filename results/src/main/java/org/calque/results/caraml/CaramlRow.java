package org.calque.results.caraml;

import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.calque.results.Entry;
import org.calque.results.MeasuredPower;
import org.calque.results.Metric;
import org.calque.results.Run;
import org.calque.results.Status;
import org.calque.results.WorkloadFacts;
import org.calque.results.WorkloadSetup;
import org.calque.results.report.Estimate;
import org.calque.results.report.ItemRate;
import org.calque.results.report.StepEnergy;

/**
 * A step of a workload as a row; one that has no result says so and why.
 *
 * @param peak what its device could do at most; null where nobody said
 */
record CaramlRow(
    CaramlBenchmark benchmark, Run run, Entry entry, WorkloadFacts workload, PeakRate peak) {
  static final Comparator<CaramlRow> ORDER =
      Comparator.comparing((CaramlRow row) -> Objects.toString(row.setup().series(), ""))
          .thenComparing(row -> row.run.id())
          .thenComparing(CaramlRow::batch);

  static boolean wholeStep(Entry entry) {
    return entry.method().equals(ItemRate.STEP);
  }

  private WorkloadSetup setup() {
    return workload.setup();
  }

  private long batch() {
    return setup().batchSize() == null ? 0 : setup().batchSize();
  }

  Map<String, String> cells() {
    Map<String, String> cells = new LinkedHashMap<>();
    WorkloadSetup.Caraml caraml = setup().caraml();
    cells.put("JobID", run.id());
    cells.put("System", run.deviceOf(entry));
    cells.put("Version", run.software() == null ? "" : text(run.software().calqueVersion()));
    cells.put("Model", text(caraml.model()));
    cells.put("ModelSize", text(caraml.modelSize()));
    cells.put("Dataset", text(caraml.dataset()));
    cells.put("Nodes", "1");
    cells.put("Devices", "1");
    cells.put("GlobalBatchSize", text(setup().batchSize()));
    cells.put("PipelineParallel", "1");
    cells.put("TensorParallel", "1");
    cells.put("DataParallel", "1");
    cells.put("Tasks/Node", "1");
    cells.put("Threads/Task", entry.params().getOrDefault("threads", ""));
    cells.put("BatchSize/Device", text(setup().batchSize()));
    Optional<Metric> time =
        entry.status() == Status.OK ? Optional.of(entry.jmh().metrics().get(0)) : Optional.empty();
    Optional<Estimate> estimate = time.map(Estimate::of);
    Optional<Estimate> rate = estimate.flatMap(found -> rate(time.get(), found));
    estimate.ifPresent(found -> cells.put("Iterations", Integer.toString(found.iterations())));
    rate.ifPresent(found -> throughput(cells, found));
    cells.keySet().retainAll(benchmark.columns()); // each of the two tables has some of these
    rate.ifPresent(found -> cells.put(benchmark.throughput() + " 95%", interval(found)));
    if (peak != null) {
      cells.put("MFU(%)", rate.map(this::utilisation).orElse(""));
    }
    estimate.ifPresent(found -> cells.put("Forks", Integer.toString(found.forks())));
    StepEnergy.of(entry).forEach(energy -> energy(cells, energy));
    cells.put("Share", text(caraml.share()));
    cells.put("Precision", text(setup().precision()));
    cells.put("MicroBatchSize", text(setup().microBatchSize()));
    cells.put("GAS", text(setup().accumulationSteps()));
    cells.put("SequenceLength", text(setup().sequenceLength()));
    cells.put("Status", entry.status().word());
    cells.put("Cause", text(entry.cause()));
    return cells;
  }

  private Optional<Estimate> rate(Metric time, Estimate estimate) {
    return ItemRate.of(ItemRate.STEP, workload, time.unit(), estimate).map(ItemRate::estimate);
  }

  private static String interval(Estimate rate) {
    return rate.hasInterval() ? number(rate.low()) + ".." + number(rate.high()) : "";
  }

  private String utilisation(Estimate rate) {
    Double flops = setup().flopsPerItem();
    return flops == null ? "" : number(100 * peak.utilisation(rate.value(), flops));
  }

  private void throughput(Map<String, String> cells, Estimate rate) {
    double items = workload.itemsPerStep();
    cells.put("Time/iteration(s)", number(items / rate.value()));
    cells.put(benchmark.throughput(), number(rate.value()));
    if (setup().flopsPerItem() != null) {
      cells.put("Avg_TFLOPs/GPU", number(rate.value() * setup().flopsPerItem() / 1e12));
    }
  }

  /** Energy of one iteration, by the sensor that told it. */
  private void energy(Map<String, String> cells, StepEnergy energy) {
    String sensor = energy.sensor();
    double joules = energy.joules().value();
    cells.put("Energy/iteration(J) " + sensor, number(joules));
    cells.put("Energy/iteration(Wh) " + sensor, number(joules / StepEnergy.JOULES_PER_WH));
    energy
        .itemsPerWh(workload)
        .ifPresent(
            efficiency ->
                cells.put(
                    (benchmark == CaramlBenchmark.LLM ? "Tokens" : "Images") + "/Wh " + sensor,
                    number(efficiency.value())));
    scope(sensor).ifPresent(scope -> cells.put("Scope " + sensor, scope));
  }

  private Optional<String> scope(String sensor) {
    return entry.power() == null
        ? Optional.empty()
        : entry.power().sensor(sensor).map(MeasuredPower.Sensor::scope);
  }

  private static String text(Object value) {
    return value == null ? "" : value.toString();
  }

  private static String number(double value) {
    if (!Double.isFinite(value)) {
      return "";
    }
    return Math.abs(value) >= 100
        ? String.format(Locale.ROOT, "%.2f", value)
        : String.format(Locale.ROOT, "%.4g", value);
  }
}
