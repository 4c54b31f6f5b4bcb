package org.calque.results.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import org.calque.results.Run;
import org.calque.results.Samples;
import org.calque.results.WorkloadFacts;
import org.junit.jupiter.api.Test;

/** What a page says of a series of batch sizes. */
final class BatchLadderTest {
  private static final String CPU = "base · AMD EPYC 7R13 · bf16 · device=cpu";
  private static final String GPU = "head · NVIDIA H200 · bf16 · device=cuda";

  private final Runs runs = new Runs(Pages.ladder());
  private final BatchLadder ladder = BatchLadder.of(runs).get(0);

  @Test
  void workloadsOfASeriesAreALadderWithALineForEachRun() {
    assertThat(BatchLadder.of(runs)).hasSize(1);
    assertThat(ladder.series()).isEqualTo("mlp_ladder");
    assertThat(ladder.batches()).containsExactly(4L, 8L, 16L, 32L);
    assertThat(ladder.lines()).containsOnlyKeys(CPU, GPU);
    assertThat(ladder.lines().get(GPU)).containsOnlyKeys(8L, 16L, 32L);
  }

  @Test
  void oneBatchSizeIsNoLadderAndAPhaseNoRung() {
    Run one = Samples.run(Samples.time("a.Mlp.step", 1), Samples.time("a.Mlp.forward", 1));

    assertThat(BatchLadder.of(new Runs(List.of(one)))).isEmpty();
    assertThat(BatchLadder.of(new Runs(List.of(phases(Pages.ladder().get(0)))))).isEmpty();
  }

  private static Run phases(Run run) {
    return Samples.run(
            Samples.time("a.MlpB4.forward", 1).ofWorkload("mlp_b4"),
            Samples.time("a.MlpB8.forward", 1).ofWorkload("mlp_b8"))
        .withWorkloads(run.workloads());
  }

  @Test
  void theHeatMapHasItemsASecondBySystemAndWordsWithCausesForWhatFailed() {
    Chart.HeatMap map = (Chart.HeatMap) charts().get(0);

    assertThat(map.head().unit()).isEqualTo("tokens/s");
    assertThat(map.columns()).containsExactly("4", "8", "16", "32");
    assertThat(map.rows()).containsExactly(CPU, GPU);
    assertThat(map.cells())
        .filteredOn(cell -> cell.text() != null)
        .containsExactly(
            new Chart.Cell(2, 0, Double.NaN, "OOM", Pages.TOO_LARGE),
            new Chart.Cell(3, 0, Double.NaN, "skipped", "batch 16 of the series ran out of memory"),
            new Chart.Cell(3, 1, Double.NaN, "failed", "aten::foo is not bound"));
    assertThat(map.cells())
        .filteredOn(cell -> cell.text() == null)
        .extracting(Chart.Cell::value)
        .map(Math::round)
        .containsExactly(80_000L, 80_000L, 100_000L, 160_000L);
    assertThat(map.head().summary()).contains("OOM at " + CPU + ", 16");
  }

  @Test
  void throughputIsALineForEachRunWithIntervalsAndFailuresMarked() {
    Chart.Lines chart = (Chart.Lines) charts().get(1);

    assertThat(chart.head().title()).isEqualTo("Throughput over batch size");
    assertThat(chart.head().better()).isEqualTo("higher is better");
    assertThat(chart.values()).containsExactly("4", "8", "16", "32");
    assertThat(chart.groups()).extracting(Chart.Group::name).containsExactly(CPU, GPU);
    List<Chart.Mark> cpu = chart.groups().get(0).marks();
    assertThat(cpu).extracting(Chart.Mark::text).containsExactly(null, null, "OOM", "skipped");
    assertThat(cpu.get(0).low()).isLessThan(80e3).isPositive();
    assertThat(cpu.get(0).high()).isGreaterThan(80e3);
    assertThat(cpu.get(2).value()).isNaN();
  }

  @Test
  void energyAndEfficiencyHaveChartsForEachSensorAndAreNeverAddedUp() {
    assertThat(charts().subList(2, charts().size()))
        .extracting(chart -> chart.head().title() + " " + chart.head().unit())
        .containsExactly(
            "Energy per token of rapl.package-0 (cpu package) over batch size mJ/token",
            "Efficiency by rapl.package-0 (cpu package) over batch size tokens/Wh",
            "Energy per token of nvml.gpu0 (gpu) over batch size mJ/token",
            "Efficiency by nvml.gpu0 (gpu) over batch size tokens/Wh");
    assertThat(lines(2)).extracting(Chart.Group::name).containsExactly(CPU);
    assertThat(lines(4)).extracting(Chart.Group::name).containsExactly(GPU);
    // 72 W at 80,000 tokens a second; 720 W at 160,000
    assertThat(value(2, CPU, 1)).isCloseTo(0.9, within(1e-9));
    assertThat(value(3, CPU, 1)).isCloseTo(4e6, within(1e-3));
    assertThat(value(4, GPU, 1)).isCloseTo(4.5, within(1e-9));
    assertThat(charts().get(2).head().better()).isEqualTo("lower is better");
    assertThat(charts().get(3).head().better()).isEqualTo("higher is better");
  }

  @Test
  void theTableHasEachCellAndSaysWhatWasNotRunAndWhy() {
    Html html = new Html();
    BatchLadderSection.write(html, ladder, runs, "b0", new ArrayList<>());
    List<String> rows = List.of(html.toString().replaceAll("<[^>]+>", "|").split("\\R"));

    assertThat(rows).filteredOn(row -> row.contains("not run")).hasSize(1);
    assertThat(rows).filteredOn(row -> row.contains("▼")).hasSize(3);
    assertThat(html.toString())
        .contains(Pages.TOO_LARGE, "batch 16 of the series ran out of memory")
        .contains("aten::foo is not bound", "▼ out of memory", "▼ skipped", "▼ failed")
        .contains("GPT; 676; whole model");
    assertThat(rows)
        .filteredOn(row -> row.contains("not run") || row.contains("▼"))
        .allSatisfy(row -> assertThat(row).doesNotContain("|0", "0.000"));
  }

  @Test
  void stepsWhoseItemsAreUnknownHaveNoThroughputAndStayInTheTable() {
    List<WorkloadFacts> facts = new ArrayList<>();
    for (WorkloadFacts each : Pages.ladder().get(0).workloads()) {
      facts.add(
          new WorkloadFacts(each.name(), null, null, null, null, 1, null, List.of(), each.setup()));
    }
    Runs unknown = new Runs(List.of(Pages.ladder().get(0).withWorkloads(facts)));
    Html html = new Html();
    List<Chart> charts = new ArrayList<>();
    BatchLadderSection.write(html, BatchLadder.of(unknown).get(0), unknown, "b0", charts);

    assertThat(charts).singleElement().isInstanceOf(Chart.HeatMap.class);
    assertThat(((Chart.HeatMap) charts.get(0)).cells())
        .extracting(Chart.Cell::text)
        .containsExactly("not a number", "not a number", "OOM", "skipped");
    assertThat(html.toString()).contains("Numbers (4 rows)", "Nothing was measured.");
  }

  @Test
  void runsThatAreNotChartedAreInTheTable() {
    List<Run> many =
        List.of(
            Pages.ladder().get(0),
            Pages.ladder().get(1),
            Pages.ladder().get(1),
            Pages.ladder().get(1),
            Pages.ladder().get(1));
    Runs five = new Runs(many);
    BatchLadder all = BatchLadder.of(five).get(0);

    List<Chart> charts = BatchLadderCharts.of(all, five, "t");

    assertThat(((Chart.HeatMap) charts.get(0)).rows()).hasSize(4);
    assertThat(charts.get(1).head().summary()).contains("The chart has the last 4 runs");
    assertThat(all.lines()).hasSize(5);
  }

  private List<Chart> charts() {
    return BatchLadderCharts.of(ladder, runs, "t");
  }

  private List<Chart.Group> lines(int chart) {
    return ((Chart.Lines) charts().get(chart)).groups();
  }

  private double value(int chart, String line, int mark) {
    return lines(chart).stream()
        .filter(group -> group.name().equals(line))
        .map(group -> group.marks().get(mark).value())
        .findFirst()
        .orElseThrow();
  }
}
