package org.calque.results.report;

import java.util.ArrayList;
import java.util.DoubleSummaryStatistics;
import java.util.List;
import java.util.stream.Collectors;
import org.calque.results.MeasuredPower;

/**
 * Power over time of each benchmark of a workload whose run kept it. Each sensor is a line of its
 * own: what one covers another may cover too, so nothing is added up.
 */
final class PowerCharts {
  private static final int DOUBTS_IN_WORDS = 4;

  private PowerCharts() {}

  /** The charts, whose numbers are in the table of that id. */
  static List<Chart> of(Workload workload, Runs runs, String table) {
    List<Chart> charts = new ArrayList<>();
    for (Result result : workload.results()) {
      if (runs.charted(result.run()) && traced(result)) {
        String of = runs.count() == 1 ? "" : " in " + runs.label(result.run());
        String title = "Power over time, " + workload.label(result) + of;
        charts.add(chart(result.entry().power(), title, table + charts.size(), table));
      }
    }
    return charts;
  }

  /** Whether there is power over time, and not its integral alone. */
  static boolean traced(Result result) {
    return result.entry().power() != null
        && result.entry().power().forks().stream().anyMatch(PowerCharts::traced);
  }

  private static boolean traced(MeasuredPower.Fork fork) {
    return fork.samplings().stream().anyMatch(sampling -> !sampling.seconds().isEmpty());
  }

  private static Chart chart(MeasuredPower power, String title, String id, String table) {
    List<Chart.PowerOfFork> forks = new ArrayList<>();
    for (int i = 0; i < power.forks().size(); i++) {
      if (traced(power.forks().get(i))) {
        forks.add(fork(power, power.forks().get(i), "fork " + (i + 1)));
      }
    }
    return new Chart.PowerOverTime(
        new Chart.Head(id, title, "W", "", summary(forks), table), forks);
  }

  private static Chart.PowerOfFork fork(MeasuredPower power, MeasuredPower.Fork fork, String name) {
    List<Chart.PowerLine> lines =
        fork.samplings().stream()
            .filter(sampling -> !sampling.seconds().isEmpty())
            .map(sampling -> line(power, sampling))
            .toList();
    List<Chart.Window> windows = new ArrayList<>();
    for (MeasuredPower.Iteration iteration : fork.iterations()) {
      windows.add(
          new Chart.Window(
              "iteration " + (windows.size() + 1),
              iteration.from(),
              iteration.to(),
              doubt(iteration)));
    }
    return new Chart.PowerOfFork(name, lines, windows);
  }

  private static Chart.PowerLine line(MeasuredPower power, MeasuredPower.Sampling sampling) {
    MeasuredPower.Sensor sensor = power.sensor(sampling.sensor()).orElse(null);
    return PowerTrace.of(
        sampling,
        sensor == null ? null : sensor.samplePeriodSeconds(),
        power.describe(sampling.sensor()));
  }

  /** Which sensors' energies are not valid, and why; empty for none. */
  private static String doubt(MeasuredPower.Iteration iteration) {
    return iteration.energies().stream()
        .filter(energy -> !energy.valid())
        .map(energy -> energy.sensor() + " " + energy.doubt())
        .collect(Collectors.joining("; "));
  }

  private static String summary(List<Chart.PowerOfFork> forks) {
    Chart.PowerOfFork first = forks.get(0);
    String lines = first.lines().stream().map(PowerCharts::range).collect(Collectors.joining("; "));
    List<String> doubts = new ArrayList<>();
    for (Chart.PowerOfFork fork : forks) {
      for (Chart.Window window : fork.windows()) {
        if (!window.doubt().isEmpty()) {
          doubts.add(fork.name() + ", " + window.name() + ": " + window.doubt());
        }
      }
    }
    int told = Math.min(DOUBTS_IN_WORDS, doubts.size());
    return "In "
        + first.name()
        + " of "
        + forks.size()
        + " – "
        + lines
        + ". Measured iterations are shaded."
        + (doubts.isEmpty()
            ? ""
            : " Without valid energy (✕): " + String.join(". ", doubts.subList(0, told)) + ".")
        + (told < doubts.size() ? " And " + (doubts.size() - told) + " more." : "");
  }

  private static String range(Chart.PowerLine line) {
    DoubleSummaryStatistics watts =
        line.watts().stream()
            .mapToDouble(Double::doubleValue)
            .filter(Double::isFinite)
            .summaryStatistics();
    return line.name()
        + ": "
        + Figures.value(watts.getMin())
        + " to "
        + Figures.value(watts.getMax())
        + " W";
  }
}
