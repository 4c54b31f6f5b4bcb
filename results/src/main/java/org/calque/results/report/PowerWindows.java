package org.calque.results.report;

import java.util.List;
import org.calque.results.MeasuredPower;
import org.calque.results.report.SortableTable.Cell;

/** What each sensor told of each measured iteration: the numbers of {@link PowerCharts}. */
final class PowerWindows {
  private final Workload workload;
  private final Runs runs;
  private final SortableTable table;

  private PowerWindows(Workload workload, Runs runs, String id) {
    this.workload = workload;
    this.runs = runs;
    this.table =
        new SortableTable(
            id,
            "Energy of each measured iteration of " + workload.name(),
            "Benchmark",
            "Run",
            "Fork",
            "Iteration",
            "Sensor",
            "From (s)",
            "To (s)",
            "Energy (J)",
            "Power (W)",
            "Lowest (W)",
            "Highest (W)",
            "Validity",
            "Reason");
  }

  /** Writes the table of that id; nothing where no run kept power over time. */
  static void write(Html html, Workload workload, Runs runs, String id) {
    List<Result> traced = workload.results().stream().filter(PowerCharts::traced).toList();
    if (!traced.isEmpty()) {
      PowerWindows windows = new PowerWindows(workload, runs, id);
      traced.forEach(windows::add);
      windows.table.writeFolding(html, "Measured iterations and their energy");
    }
  }

  private void add(Result result) {
    List<MeasuredPower.Fork> forks = result.entry().power().forks();
    for (int fork = 0; fork < forks.size(); fork++) {
      List<MeasuredPower.Iteration> iterations = forks.get(fork).iterations();
      for (int i = 0; i < iterations.size(); i++) {
        for (MeasuredPower.Energy energy : iterations.get(i).energies()) {
          row(result, fork + 1, i + 1, iterations.get(i), energy);
        }
      }
    }
  }

  private void row(
      Result result,
      int fork,
      int number,
      MeasuredPower.Iteration iteration,
      MeasuredPower.Energy energy) {
    double seconds = iteration.to() - iteration.from();
    double joules = orNone(energy.joules());
    table.row(
        Cell.text(workload.label(result)),
        new Cell(runs.label(result.run()), Integer.toString(result.run()), null),
        Cell.number(Integer.toString(fork), fork),
        Cell.number(Integer.toString(number), number),
        Cell.text(result.entry().power().describe(energy.sensor())),
        Cell.number(iteration.from()),
        Cell.number(iteration.to()),
        Cell.number(joules),
        Cell.number(seconds > 0 ? joules / seconds : Double.NaN),
        Cell.number(orNone(energy.least())),
        Cell.number(orNone(energy.most())),
        energy.valid()
            ? Cell.text(energy.validityLabel())
            : Cell.outlook(energy.validityLabel(), "worse"),
        Cell.text(energy.reason() == null ? "" : energy.reason()));
  }

  private static double orNone(Double value) {
    return value == null ? Double.NaN : value;
  }
}
