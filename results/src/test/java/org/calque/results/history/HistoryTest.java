package org.calque.results.history;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.calque.results.Entry;
import org.calque.results.Run;
import org.calque.results.Samples;
import org.calque.results.WorkloadFacts;
import org.junit.jupiter.api.Test;

final class HistoryTest {
  private static final Instant BEGIN = Instant.parse("2026-10-01T06:00:00Z");
  private static final Instant NOW = BEGIN.plusSeconds(86_400 * 365);

  @Test
  void aStepIsAShiftOfTheRunThatMadeIt() {
    List<Run> runs = runs(24, i -> Samples.time("a.B.c", i < 15 ? 10 + i % 2 * 0.1 : 11));

    Series series = history(runs).series().get(0);

    assertThat(series.measured()).isEqualTo(24);
    Shift shift = series.shifts().get(0);
    assertThat(series.shifts()).hasSize(1);
    assertThat(shift.first().run()).isEqualTo(runs.get(15).id());
    assertThat(shift.from()).isCloseTo(10, within(0.11));
    assertThat(shift.ratio()).isCloseTo(1.1, within(0.01));
    assertThat(shift.verdict(key("primary", "us/op"))).isEqualTo("worse");
    assertThat(shift.verdict(key("primary", "ops/s"))).isEqualTo("better");
    assertThat(shift.verdict(key("power", "W"))).isEqualTo("moved");
    assertThat(shift.verdict(key("utilization", "%"))).isEqualTo("better");
  }

  @Test
  void aMoveBelowTheThresholdDoesNotCount() {
    List<Run> runs = runs(24, i -> Samples.time("a.B.c", i < 12 ? 10 : 10.2));

    assertThat(history(runs).moved()).isZero();
    assertThat(History.of(values(runs), 0.01, NOW).moved()).isEqualTo(1);
  }

  @Test
  void aSpikeIsNoMove() {
    Random noise = new Random(1);
    for (int at = 0; at < 30; at++) {
      int spike = at;
      List<Run> runs =
          runs(
              30,
              i ->
                  Samples.time("a.B.c", (i == spike ? 20 : 10) * (1 + noise.nextGaussian() / 100)));
      assertThat(history(runs).moved()).as("spike at %d", at).isZero();
    }
  }

  @Test
  void theValueOfARunIsTheMedianOfItsForks() {
    Run run = Samples.run(Samples.time("a.B.c", 1, 2, 60));

    assertThat(history(List.of(run)).series().get(0).last()).isEqualTo(2);
  }

  @Test
  void runsAreSortedByTheirStart() {
    List<Run> runs = new ArrayList<>(runs(12, i -> Samples.time("a.B.c", i + 1)));
    Collections.shuffle(runs, new Random(2));

    assertThat(history(runs).series().get(0).points())
        .extracting(Point::value)
        .isSorted()
        .hasSize(12);
  }

  @Test
  void plainFilesOfJmhStayInTheOrderGiven() {
    Run later = Samples.jmhRun("thrpt-4-forks");
    Run sooner = Samples.jmhRun("single-shot-2-forks");

    assertThat(history(List.of(later, sooner)).runs()).containsExactly(later.id(), sooner.id());
    assertThat(history(List.of(later, sooner)).warnings()).isEmpty();
    assertThat(history(List.of(later, at(sooner, BEGIN, null))).warnings())
        .containsExactly(
            "1 of 2 runs do not say when they started: all are kept in the order given");
  }

  @Test
  void clocksThatJumpAreNamed() {
    Run backwards = at(Samples.run(), BEGIN, BEGIN.minusSeconds(1));
    Run future = at(Samples.run(), NOW.plusSeconds(3600), null);
    Run same = at(Samples.run(), BEGIN, null);

    assertThat(history(List.of(backwards, future, same)).warnings())
        .anyMatch(line -> line.startsWith(backwards.id() + " finished before it started"))
        .anyMatch(line -> line.startsWith(future.id() + " started in the future"))
        .anyMatch(line -> line.contains("started at the same instant"))
        .hasSize(3);
  }

  @Test
  void aRunGivenTwiceCountsOnce() {
    Run run = Samples.run(Samples.time("a.B.c", 1));

    assertThat(history(List.of(run, run)).runs()).containsExactly(run.id());
    assertThat(history(List.of(run, run)).warnings())
        .containsExactly(run.id() + " is given twice, and counts once");
  }

  @Test
  void whatIsAnotherMeasurementHasASeriesOfItsOwn() {
    List<Run> runs =
        runs(
            4,
            i ->
                i < 2
                    ? Samples.time("a.B.c", 10)
                    : Samples.entry("a.B.c", "avgt", 1, Map.of(), "ms/op", 10));

    History history = history(runs);

    assertThat(history.series())
        .extracting(one -> one.key().unit())
        .containsExactly("us/op", "ms/op");
    assertThat(history.warnings())
        .containsExactly(
            "a.B.c avgt is another measurement from "
                + runs.get(2).id()
                + " on: its unit is ms/op, no longer us/op; it has a series of its own");
  }

  @Test
  void anotherTraceIsAnotherMeasurement() {
    Entry entry = Samples.time("a.B.c", 10);
    Run first = at(Samples.run(entry), BEGIN, null);
    Run second =
        at(Samples.run(entry).withWorkloads(List.of(traced("cd34"))), BEGIN.plusSeconds(9), null);

    History history = history(List.of(first, second));

    assertThat(history.series()).hasSize(2);
    assertThat(history.warnings())
        .singleElement()
        .asString()
        .contains("its trace is cd34, no longer ab12");
  }

  @Test
  void parametersModesAndThreadsAreNeverMixed() {
    Run run =
        Samples.run(
            Samples.entry("a.B.c", "avgt", 1, Map.of("n", "1"), "us/op", 1),
            Samples.entry("a.B.c", "avgt", 1, Map.of("n", "2"), "us/op", 1),
            Samples.entry("a.B.c", "avgt", 2, Map.of("n", "1"), "us/op", 1),
            Samples.entry("a.B.c", "ss", 1, Map.of("n", "1"), "us/op", 1));

    assertThat(history(List.of(run)).series()).hasSize(4);
    assertThat(history(List.of(run)).warnings()).isEmpty();
  }

  @Test
  void failuresAreGapsOfTheSeriesNotEndsOfIt() {
    List<Run> runs =
        runs(
            13,
            i ->
                i % 6 == 0
                    ? Entry.failed(Samples.key("a.B.c"), "out of luck").ofWorkload("mlp")
                    : Samples.time("a.B.c", i < 7 ? 10 : 20));

    Series series = history(runs).series().get(0);

    assertThat(history(runs).series()).hasSize(1);
    assertThat(series.points()).hasSize(13);
    assertThat(series.measured()).isEqualTo(10);
    assertThat(series.points().get(0).failure()).isEqualTo("failed: out of luck");
    assertThat(series.shifts()).extracting(shift -> shift.index()).containsExactly(7);
  }

  @Test
  void whatNeverHadAResultIsASeriesToo() {
    List<Run> runs = runs(2, i -> Entry.lost(Samples.key("a.B.c"), "killed"));

    assertThat(history(runs).series())
        .singleElement()
        .satisfies(one -> assertThat(one.measured()).isZero())
        .satisfies(one -> assertThat(one.last()).isNaN());
  }

  @Test
  void aResultThatIsNoNumberIsAGap() {
    Run run = Samples.run(Samples.time("a.B.c"));

    assertThat(history(List.of(run)).series().get(0).points())
        .extracting(Point::failure)
        .containsExactly("its result is not a finite number");
  }

  @Test
  void secondaryMetricsHaveSeries() {
    List<Run> runs =
        runs(
            12,
            i -> Samples.timeAnd("a.B.c", new double[] {1}, "energy.pkg", "J/op", i < 6 ? 1 : 2));

    assertThat(history(runs).series())
        .extracting(one -> one.key().metric())
        .containsExactly("energy.pkg", "primary"); // what moved comes first
  }

  @Test
  void zerosAndNegativeNumbersAreSeriesToo() {
    List<Run> runs = runs(12, i -> Samples.time("a.B.c", i < 6 ? 0 : -3));

    assertThat(history(runs).series().get(0).shifts()).hasSize(1);
  }

  @Test
  void aSeriesThatIsTooShortIsNamed() {
    History history = history(runs(9, i -> Samples.time("a.B.c", i < 5 ? 1 : 9)));

    assertThat(history.pointsNeeded()).isEqualTo(10);
    assertThat(history.tooShort()).hasSize(1);
    assertThat(history.moved()).isZero();
  }

  private static SeriesKey key(String metric, String unit) {
    return new SeriesKey(Samples.key("a.B.c"), metric, unit, null, 1);
  }

  /** Makes the entry of the run of that number. */
  @FunctionalInterface
  private interface EntryOf {
    Entry number(int i);
  }

  private static List<Run> runs(int n, EntryOf entries) {
    List<Run> runs = new ArrayList<>();
    for (int i = 0; i < n; i++) {
      Instant start = BEGIN.plusSeconds(86_400L * i);
      runs.add(at(Samples.run(entries.number(i)), start, start.plusSeconds(60)));
    }
    return runs;
  }

  private static Run at(Run run, Instant started, Instant finished) {
    return new Run(
        run.formatVersion(),
        run.id(),
        started,
        finished,
        run.arguments(),
        run.machine(),
        run.software(),
        run.workloads(),
        run.entries());
  }

  private static WorkloadFacts traced(String digest) {
    return new WorkloadFacts("mlp", "mlp.json", digest, 32L, "image", 12, null, List.of(), null);
  }

  private static History history(List<Run> runs) {
    return History.of(values(runs), 0.03, NOW);
  }

  private static List<RunValues> values(List<Run> runs) {
    return Arrays.asList(runs.stream().map(RunValues::of).toArray(RunValues[]::new));
  }
}
