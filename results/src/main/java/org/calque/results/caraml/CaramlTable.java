package org.calque.results.caraml;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.calque.results.Entry;
import org.calque.results.Run;
import org.calque.results.WorkloadFacts;

/**
 * A table of one of CARAML's benchmarks: its own columns first, in its order, so that its files can
 * be set beside, then those that it lacks. Energy has columns for each sensor, since what one
 * covers another may cover too.
 */
public final class CaramlTable {
  private final CaramlBenchmark benchmark;
  private final List<Map<String, String>> rows = new ArrayList<>();

  private CaramlTable(CaramlBenchmark benchmark) {
    this.benchmark = benchmark;
  }

  /**
   * The whole steps of these runs that are of the benchmark, in the order of their batches.
   *
   * @param peak of the device, for a column of how well it is used; null for no such column
   */
  public static CaramlTable of(CaramlBenchmark benchmark, List<Run> runs, PeakRate peak) {
    CaramlTable table = new CaramlTable(benchmark);
    List<CaramlRow> found = new ArrayList<>();
    for (Run run : runs) {
      for (Entry entry : run.entries()) {
        run.workloadOf(entry)
            .filter(workload -> isOf(benchmark, workload) && CaramlRow.wholeStep(entry))
            .ifPresent(workload -> found.add(new CaramlRow(benchmark, run, entry, workload, peak)));
      }
    }
    found.sort(CaramlRow.ORDER);
    found.forEach(row -> table.rows.add(row.cells()));
    return table;
  }

  private static boolean isOf(CaramlBenchmark benchmark, WorkloadFacts workload) {
    return workload.setup() != null
        && workload.setup().caraml() != null
        && benchmark.word().equals(workload.setup().caraml().benchmark());
  }

  /** Adds the rows of one of CARAML's own files. */
  public void add(OldCaramlFile old) {
    rows.addAll(old.rows());
  }

  /** The benchmark. */
  public CaramlBenchmark benchmark() {
    return benchmark;
  }

  /** Whether there is nothing in it. */
  public boolean isEmpty() {
    return rows.isEmpty();
  }

  /** Names of the columns: CARAML's, and then each that a row has. */
  public List<String> columns() {
    Set<String> columns = new LinkedHashSet<>(benchmark.columns());
    rows.forEach(row -> columns.addAll(row.keySet()));
    return List.copyOf(columns);
  }

  /** The cells of each row in the order of the columns; empty where there is nothing to say. */
  public List<List<String>> cells() {
    List<String> columns = columns();
    return rows.stream()
        .map(row -> columns.stream().map(column -> row.getOrDefault(column, "")).toList())
        .toList();
  }
}
