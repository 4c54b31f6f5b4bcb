package org.calque.results.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.calque.results.Entry;
import org.calque.results.Run;
import org.calque.results.Samples;
import org.junit.jupiter.api.Test;

/** What the charts of a workload show. */
final class ChartsTest {
  private final Runs one = new Runs(List.of(Pages.parameters(1)));
  private final Workload mlp = Workload.of(one.all()).get(0);

  @Test
  void whatVariesIsKnownAndNumbersAreInTheirOrder() {
    assertThat(mlp.name()).isEqualTo("mlp");
    assertThat(mlp.varying()).containsOnlyKeys("batch", "type");
    assertThat(mlp.varying().get("batch")).containsExactly("8", "16", "128");
    assertThat(mlp.numeric()).containsExactly("batch");
    assertThat(mlp.common()).isEqualTo("JMH threads=1, mode=avgt");
    assertThat(mlp.label(mlp.results().get(0))).isEqualTo("forward · batch=8, type=float");
  }

  @Test
  void timesAreInOneChartWithIntervalsAndFailuresInTheirPlace() {
    Chart.Intervals chart = (Chart.Intervals) IntervalCharts.of(mlp, one, "t").get(0);

    assertThat(IntervalCharts.of(mlp, one, "t")).hasSize(1);
    assertThat(chart.head().unit()).isEqualTo("us/op");
    assertThat(chart.head().better()).isEqualTo("lower is better");
    assertThat(chart.rows()).hasSize(12);
    assertThat(chart.groups()).hasSize(1);
    assertThat(chart.groups().get(0).marks())
        .filteredOn(mark -> mark.text() != null)
        .extracting(Chart.Mark::text)
        .containsExactly("OOM", "OOM");
    assertThat(chart.groups().get(0).marks())
        .filteredOn(mark -> mark.text() == null)
        .allSatisfy(mark -> assertThat(mark.low()).isLessThan(mark.value()))
        .allSatisfy(mark -> assertThat(mark.high()).isGreaterThan(mark.value()));
  }

  @Test
  void throughputIsDrawnOverTheBatchSize() {
    Chart.Lines chart = (Chart.Lines) ParameterCharts.of(mlp, one, "t").get(0);

    assertThat(ParameterCharts.of(mlp, one, "t")).hasSize(1);
    assertThat(chart.head().title()).isEqualTo("Throughput over batch");
    assertThat(chart.head().unit()).isEqualTo("image/s");
    assertThat(chart.values()).containsExactly("8", "16", "128");
    assertThat(chart.groups())
        .extracting(Chart.Group::name)
        .containsExactly("step · type=float", "step · type=half");
    // 32 images in 8 us
    assertThat(chart.groups().get(0).marks().get(0).value()).isCloseTo(4e6, within(1.0));
    assertThat(chart.groups().get(0).marks().get(2).text()).isEqualTo("OOM");
  }

  @Test
  void twoParametersAreAHeatMapWithItsGapsNamed() {
    Chart.HeatMap chart = (Chart.HeatMap) HeatMaps.of(mlp, one, "t").get(0);

    assertThat(chart.columnParameter()).isEqualTo("batch");
    assertThat(chart.rowParameter()).isEqualTo("type");
    assertThat(chart.cells()).hasSize(6);
    assertThat(chart.cells())
        .filteredOn(cell -> cell.text() != null)
        .singleElement()
        .isEqualTo(new Chart.Cell(2, 0, Double.NaN, "OOM", "the heap is full"));
    assertThat(chart.head().summary()).contains("Without a result: OOM at batch=128, type=float");
  }

  @Test
  void operatorsAreTheFirstFifteenAndTheRest() {
    Chart.Bars chart = (Chart.Bars) OperatorChart.of(mlp.facts(), "o", "t").orElseThrow();

    assertThat(chart.rows()).hasSize(16).startsWith("aten::op0").endsWith("5 other operators");
    assertThat(chart.values().stream().mapToDouble(x -> x).sum()).isCloseTo(12.4, within(1e-9));
    assertThat(chart.texts().get(0)).isEqualTo("8.1 %, 1 call");
    assertThat(OperatorChart.of(Samples.PARTIAL_WORKLOAD, "o", "t")).isEmpty();
  }

  @Test
  void energyAndPowerHaveChartsOfTheirOwnAndOtherSecondaryMetricsNone() {
    Run run =
        Samples.run(
            Samples.timeAnd("a.B.step", new double[] {1, 2}, "energy.pkg", "J/op", 3, 4),
            Samples.timeAnd("a.B.fast", new double[] {1, 2}, "power.pkg", "W", 3, 4),
            Samples.timeAnd("a.B.slow", new double[] {1, 2}, "gc.count", "counts", 3, 4));
    Runs runs = new Runs(List.of(run));

    List<Chart> charts = IntervalCharts.of(Workload.of(runs.all()).get(0), runs, "t");

    assertThat(charts)
        .extracting(chart -> chart.head().title() + " " + chart.head().unit())
        .containsExactly(
            "Time by benchmark us/op", "Energy by benchmark J/op", "Power by benchmark W");
  }

  @Test
  void runsAreSideBySideTheLastFewOfMany() {
    Runs runs = new Runs(Pages.history());

    Chart.Intervals chart =
        (Chart.Intervals) IntervalCharts.of(Workload.of(runs.all()).get(0), runs, "t").get(0);

    assertThat(chart.groups())
        .extracting(Chart.Group::name)
        .containsExactly("run 9", "run 10", "run 11", "run 12");
    assertThat(chart.head().summary()).endsWith("The chart has the last 4 runs, the table all 12.");
  }

  @Test
  void aWorkloadWithoutAnyResultHasNoCharts() {
    Runs runs = new Runs(List.of(Samples.run(Entry.failed(Samples.key("a.B.c"), "x"))));
    Workload workload = Workload.of(runs.all()).get(0);

    assertThat(IntervalCharts.of(workload, runs, "t")).isEmpty();
    assertThat(ParameterCharts.of(workload, runs, "t")).isEmpty();
    assertThat(HeatMaps.of(workload, runs, "t")).isEmpty();
  }

  @Test
  void aScoreThatIsNoNumberIsAMark() {
    Runs runs = new Runs(List.of(Samples.run(Samples.time("a.B.c"))));
    Chart.Intervals chart =
        (Chart.Intervals) IntervalCharts.of(Workload.of(runs.all()).get(0), runs, "t").get(0);

    assertThat(chart.groups().get(0).marks().get(0).text()).isEqualTo("not a number");
  }

  @Test
  void jsonHasNullsForWhatIsNoNumber() {
    assertThat(EmbeddedJson.of(new Chart.Cell(2, 0, Double.NaN, "OOM", null)))
        .isEqualTo("{\"column\":2,\"row\":0,\"value\":null,\"text\":\"OOM\",\"cause\":null}");
  }
}
