package org.calque.results.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.calque.results.MeasuredPower;
import org.calque.results.Run;
import org.calque.results.Samples;
import org.junit.jupiter.api.Test;

/** Power over time, and the windows that it was measured in. */
final class PowerChartsTest {
  private final Runs runs = new Runs(List.of(Pages.power()));
  private final Workload mlp = Workload.of(runs.all()).get(0);

  @Test
  void aBenchmarkWithATraceHasAChartOfEachOfItsForks() {
    List<Chart> charts = PowerCharts.of(mlp, runs, "t");

    assertThat(charts).hasSize(1); // the other benchmark has no trace
    Chart.PowerOverTime chart = (Chart.PowerOverTime) charts.get(0);
    assertThat(chart.head().title()).isEqualTo("Power over time, step");
    assertThat(chart.head().unit()).isEqualTo("W");
    assertThat(chart.forks())
        .extracting(Chart.PowerOfFork::name)
        .containsExactly("fork 1", "fork 2");
  }

  @Test
  void eachSensorIsALineOfItsOwnAndSaysWhatItCovers() {
    Chart.PowerOfFork fork = chart().forks().get(0);

    assertThat(fork.lines())
        .extracting(Chart.PowerLine::name)
        .containsExactly("rapl.package-0 (cpu package)", "nvml.gpu0 (gpu)");
    assertThat(fork.lines().get(0).watts()).allMatch(watts -> watts <= 100);
    assertThat(fork.lines().get(1).watts()).allMatch(watts -> watts >= 299);
  }

  @Test
  void windowsAreWhereIterationsWereMeasuredAndSayWhatIsWrongWithThem() {
    assertThat(chart().forks().get(1).windows())
        .containsExactly(
            new Chart.Window("iteration 1", 1, 2, ""),
            new Chart.Window(
                "iteration 2", 3, 4, "nvml.gpu0 below resolution: 1 s is too short, take 5 s"));
    assertThat(chart().head().summary())
        .contains("rapl.package-0 (cpu package): 49.00 to 100.0 W")
        .contains("fork 2, iteration 2: nvml.gpu0 below resolution: 1 s is too short, take 5 s");
  }

  @Test
  void aLongTraceKeepsItsLowestAndHighestAndItsOrder() {
    List<Double> seconds = new ArrayList<>();
    List<Double> watts = new ArrayList<>();
    for (int i = 0; i < 100_000; i++) {
      seconds.add(i / 1000.0);
      watts.add(i == 77_600 ? 900.0 : i == 33_333 ? 1.0 : 100.0 + i % 7);
    }

    Chart.PowerLine line =
        PowerTrace.of(new MeasuredPower.Sampling("s", 1, 0, 0, seconds, watts), null, "s");

    assertThat(line.watts()).hasSizeLessThan(600).contains(900.0, 1.0);
    assertThat(line.seconds()).hasSameSizeAs(line.watts()).isSorted().contains(77.6, 33.333);
  }

  @Test
  void aLineBreaksWhereSamplesAreMissing() {
    MeasuredPower.Sampling sampling =
        new MeasuredPower.Sampling(
            "s", 1, 0, 0, List.of(0.0, 0.5, 3.0, 3.5), List.of(5.0, 6.0, 7.0, 8.0));

    assertThat(PowerTrace.of(sampling, 0.1, "s").watts())
        .containsExactly(5.0, 6.0, Double.NaN, 7.0, 8.0);
    // of a sensor that is read every half second this is no gap
    assertThat(PowerTrace.of(sampling, 0.5, "s").watts()).containsExactly(5.0, 6.0, 7.0, 8.0);
  }

  @Test
  void theTableHasEachWindowOfEachSensorAndNothingInPlaceOfWhatWasNotMeasured() {
    Html html = new Html();
    PowerWindows.write(html, mlp, runs, "t");

    assertThat(html.toString())
        .contains("Measured iterations and their energy (8 rows)")
        .contains("▼ below resolution", "1 s is too short, take 5 s", "300.0")
        .doesNotContain("<bdi>0.000</bdi>");
  }

  @Test
  void integralsWithoutATraceHaveNoChart() {
    Run plain = Samples.run(Samples.time("a.B.c", 1));
    Runs without = new Runs(List.of(plain));
    Workload workload = Workload.of(without.all()).get(0);
    Html html = new Html();
    PowerWindows.write(html, workload, without, "t");

    assertThat(PowerCharts.of(workload, without, "t")).isEmpty();
    assertThat(html.toString()).isEmpty();
  }

  private Chart.PowerOverTime chart() {
    return (Chart.PowerOverTime) PowerCharts.of(mlp, runs, "t").get(0);
  }
}
