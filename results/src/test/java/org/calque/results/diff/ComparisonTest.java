package org.calque.results.diff;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;
import static org.assertj.core.api.Assertions.within;
import static org.calque.results.Samples.around;
import static org.calque.results.Samples.entry;
import static org.calque.results.Samples.key;
import static org.calque.results.Samples.run;
import static org.calque.results.Samples.time;
import static org.calque.results.Samples.timeAnd;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.calque.results.Entry;
import org.calque.results.Run;
import org.calque.results.Samples;
import org.calque.results.Status;
import org.calque.results.WorkloadFacts;
import org.calque.results.stats.Correction;
import org.junit.jupiter.api.Test;

final class ComparisonTest {
  private static final Map<String, String> NONE = Map.of();

  @Test
  void aLongerTimeIsARegression() {
    Comparison found = compare(time("a.B.c", around(10, 6)), time("a.B.c", around(11, 6)));

    Row row = only(found);
    assertThat(row.state()).isEqualTo(State.REGRESSED);
    assertThat(row.ratio()).isCloseTo(1.1, within(1e-9));
    assertThat(row.p()).isCloseTo(2 / 924.0, within(1e-9));
    assertThat(row.base().center()).isCloseTo(10, within(1e-9));
    assertThat(row.base().spread()).isBetween(0.005, 0.01);
    assertThat(found.regressed()).isTrue();
  }

  @Test
  void aShorterTimeIsAnImprovement() {
    Comparison found = compare(time("a.B.c", around(10, 6)), time("a.B.c", around(9, 6)));

    assertThat(only(found).state()).isEqualTo(State.IMPROVED);
    assertThat(found.regressed()).isFalse();
  }

  @Test
  void forRatesTheDirectionIsTheOther() {
    Entry slow = entry("a.B.c", "thrpt", 1, NONE, "ops/s", around(100, 5));
    Entry fast = entry("a.B.c", "thrpt", 1, NONE, "ops/s", around(120, 5));

    assertThat(only(compare(slow, fast)).state()).isEqualTo(State.IMPROVED);
    assertThat(only(compare(fast, slow)).state()).isEqualTo(State.REGRESSED);
  }

  @Test
  void aChangeBelowTheThresholdDoesNotCountHoweverSure() {
    double[] base = {10, 10.01, 10.02, 10.03, 10.04, 10.05};
    double[] head = {10.2, 10.21, 10.22, 10.23, 10.24, 10.25};

    assertThat(only(compare(time("a.B.c", base), time("a.B.c", head))).state())
        .isEqualTo(State.UNCHANGED);
    Criteria strict = Criteria.DEFAULT.withThreshold(0.01);
    assertThat(
            only(Comparison.of(run(time("a.B.c", base)), run(time("a.B.c", head)), strict)).state())
        .isEqualTo(State.REGRESSED);
  }

  @Test
  void aLargeChangeThatMayBeChanceDoesNotCount() {
    Comparison found =
        compare(
            time("a.B.c", 10, 14, 11, 13, 9, 12), time("a.B.c", 12.5, 10.5, 14.5, 13.5, 11.5, 15));

    assertThat(only(found).state()).isEqualTo(State.INCONCLUSIVE);
    assertThat(only(found).note()).matches("between \\d+\\.\\d% better and \\d+\\.\\d% worse");
    assertThat(only(found).ratio()).isGreaterThan(1.1);
  }

  @Test
  void aRunComparedWithItselfHasNotChanged() {
    Run run = Samples.jmhRun("avgt-gc-6-forks");
    Comparison found = Comparison.of(run, run, Criteria.DEFAULT);

    assertThat(found.rows())
        .hasSize(10)
        .allSatisfy(row -> assertThat(row.state()).isNotIn(State.REGRESSED, State.IMPROVED))
        .allSatisfy(row -> assertThat(row.interval().low()).isLessThanOrEqualTo(1))
        .allSatisfy(row -> assertThat(row.interval().high()).isGreaterThanOrEqualTo(1));
    assertThat(found.regressed()).isFalse();
  }

  @Test
  void threeForksAreTooFewAndItSaysHowManyAreNeeded() {
    Comparison found = compare(time("a.B.c", 10, 11, 12), time("a.B.c", 20, 21));

    assertThat(only(found).state()).isEqualTo(State.INCONCLUSIVE);
    assertThat(only(found).note()).endsWith("; 3+2 forks, 4+4 needed");
    assertThat(only(found).p()).isNaN();
    assertThat(found.regressed()).isFalse();
    assertThat(found.gaps())
        .contains(
            "no regression can show with so few forks: give both runs at least 4 (JMH's -f 4)");
  }

  @Test
  void amongManyRowsMoreForksAreNeededAndItSaysSo() {
    Entry[] base = new Entry[10];
    Entry[] head = new Entry[10];
    for (int i = 0; i < 10; i++) {
      base[i] = time("a.B.m" + i, around(10, 4));
      head[i] = time("a.B.m" + i, around(i == 0 ? 20 : 10, 4));
    }

    Comparison found = Comparison.of(run(base), run(head), Criteria.DEFAULT);

    assertThat(found.rows().get(0).state()).isEqualTo(State.INCONCLUSIVE);
    assertThat(found.rows().get(0).note())
        .matches("worse by .*; 4\\+4 forks, 6\\+6 needed among 10 rows");
    assertThat(found.count(State.UNCHANGED)).isEqualTo(9);
    assertThat(found.gaps()).anyMatch(w -> w.contains("give both runs at least 6"));
  }

  @Test
  void withoutRawDataThereAreScoresAndNoVerdict() {
    Run run = Samples.jmhRun("without-raw-data");

    Row row = only(Comparison.of(run, run, Criteria.DEFAULT));

    assertThat(row.state()).isEqualTo(State.INCONCLUSIVE);
    assertThat(row.note()).isEqualTo("0+0 forks, 4+4 needed");
    assertThat(row.ratio()).isEqualTo(1);
  }

  @Test
  void benchmarksOnOneSideAreAddedOrRemoved() {
    Comparison found =
        Comparison.of(run(time("a.B.old", 1)), run(time("a.B.new", 1)), Criteria.DEFAULT);

    assertThat(found.rows())
        .extracting(row -> row.key().benchmark(), Row::state)
        .containsExactly(tuple("a.B.new", State.ADDED), tuple("a.B.old", State.REMOVED));
    assertThat(found.regressed()).isFalse();
    assertThat(found.gaps()).anyMatch(w -> w.startsWith("nothing was compared"));
  }

  @Test
  void aBenchmarkThatFailsNowIsNewlyFailing() {
    Comparison found =
        compare(time("a.B.c", around(10, 6)), Entry.failed(key("a.B.c"), "not bound"));

    assertThat(only(found).state()).isEqualTo(State.NEWLY_FAILING);
    assertThat(only(found).note()).isEqualTo("not bound");
    assertThat(only(found).base().center()).isCloseTo(10, within(1e-9));
    assertThat(found.regressed()).isTrue();
  }

  @Test
  void ofABenchmarkThatWasLostNothingIsKnown() {
    Comparison found = compare(time("a.B.c", 1), Entry.lost(key("a.B.c"), null));

    assertThat(only(found).state()).isEqualTo(State.INCONCLUSIVE);
    assertThat(only(found).note()).isEqualTo("head lost");
    assertThat(found.findings()).contains(Finding.INCOMPLETE);
  }

  @Test
  void afterABaseThatWasLostAFailureIsNew() {
    Comparison found = compare(Entry.lost(key("a.B.c"), null), Entry.failed(key("a.B.c"), "x"));

    assertThat(only(found).state()).isEqualTo(State.NEWLY_FAILING);
  }

  @Test
  void aNewBenchmarkThatFailsIsNewlyFailing() {
    Comparison found =
        Comparison.of(run(), run(Entry.failed(key("a.B.c"), "not bound")), Criteria.DEFAULT);

    assertThat(only(found).state()).isEqualTo(State.NEWLY_FAILING);
    assertThat(only(found).note()).isEqualTo("not in base; not bound");
    assertThat(found.regressed()).isTrue();
  }

  @Test
  void aFailureWithOtherParametersIsNotHidden() {
    Entry before = entry("a.B.c", "avgt", 1, Map.of("batch", "8"), "us/op", 1);

    assertThat(compare(before, Entry.failed(key("a.B.c"), "x")).regressed()).isTrue();
  }

  @Test
  void aBenchmarkThatFailedAndRunsNowIsFixed() {
    Comparison found = compare(Entry.failed(key("a.B.c"), "not bound"), time("a.B.c", 1));

    assertThat(only(found).state()).isEqualTo(State.FIXED);
    assertThat(only(found).note()).isEqualTo("base failed: not bound");
    assertThat(found.regressed()).isFalse();
  }

  @Test
  void aBenchmarkThatFailsInBothIsStillFailing() {
    Comparison found = compare(Entry.failed(key("a.B.c"), "y"), Entry.failed(key("a.B.c"), "x"));

    assertThat(only(found).state()).isEqualTo(State.STILL_FAILING);
    assertThat(found.regressed()).isFalse();
  }

  @Test
  void secondaryMetricsAreShownAndDecideOnlyWhenAsked() {
    Entry base = timeAnd("a.B.c", around(10, 5), "energy.pkg", "J/op", around(1, 5));
    Entry head = timeAnd("a.B.c", around(10, 5), "energy.pkg", "J/op", around(2, 5));

    Comparison shown = compare(base, head);
    Comparison gated =
        Comparison.of(run(base), run(head), Criteria.DEFAULT.withGateSecondary(true));

    assertThat(shown.rows()).extracting(Row::metric).containsExactly("primary", "energy.pkg");
    assertThat(shown.rows())
        .extracting(Row::state)
        .containsExactly(State.UNCHANGED, State.REGRESSED);
    assertThat(shown.regressed()).isFalse();
    assertThat(gated.regressed()).isTrue();
  }

  @Test
  void unitsWithoutABetterSideHaveNoVerdict() {
    Entry base = timeAnd("a.B.c", around(10, 5), "power.pkg", "W", around(100, 5));
    Entry head = timeAnd("a.B.c", around(10, 5), "power.pkg", "W", around(200, 5));

    Comparison gated =
        Comparison.of(run(base), run(head), Criteria.DEFAULT.withGateSecondary(true));

    assertThat(gated.rows().get(1).state()).isEqualTo(State.NEUTRAL);
    assertThat(gated.regressed()).isFalse();
  }

  @Test
  void constantAllocationThatGrowsIsTold() {
    Entry base =
        timeAnd("a.B.c", around(10, 6), "gc.alloc.rate.norm", "B/op", 24, 24, 24, 24, 24, 24);
    Entry head =
        timeAnd("a.B.c", around(10, 6), "gc.alloc.rate.norm", "B/op", 48, 48, 48, 48, 48, 48);

    assertThat(compare(base, head).rows().get(1).state()).isEqualTo(State.REGRESSED);
  }

  @Test
  void fromNothingToSomethingIsARegressionWithoutARatio() {
    Entry base = timeAnd("a.B.c", around(10, 6), "gc.alloc.rate.norm", "B/op", 0, 0, 0, 0, 0, 0);
    Entry head = timeAnd("a.B.c", around(10, 6), "gc.alloc.rate.norm", "B/op", 8, 8, 8, 8, 8, 8);

    assertThat(compare(base, head).rows().get(1).state()).isEqualTo(State.REGRESSED);
    assertThat(compare(base, head).rows().get(1).ratio()).isInfinite();
    assertThat(compare(base, base).rows().get(1).state()).isEqualTo(State.UNCHANGED);
  }

  @Test
  void aMetricOfOneSideIsAddedOrRemoved() {
    Entry plain = time("a.B.c", around(10, 5));
    Entry profiled = timeAnd("a.B.c", around(10, 5), "gc.count", "counts", 1, 1, 1, 1, 1);

    assertThat(compare(plain, profiled).rows().get(1).state()).isEqualTo(State.ADDED);
    assertThat(compare(profiled, plain).rows().get(1).state()).isEqualTo(State.REMOVED);
  }

  @Test
  void differentUnitsAreNotComparable() {
    Comparison found = compare(time("a.B.c", 1000), entry("a.B.c", "avgt", 1, NONE, "ms/op", 1));

    assertThat(found.rows()).isEmpty();
    assertThat(found.notComparable())
        .containsExactly(new NotComparable("a.B.c avgt", "unit us/op and ms/op"));
  }

  @Test
  void differentModesThreadsOrParametersAreNotComparable() {
    Entry base = entry("a.B.c", "avgt", 1, Map.of("batch", "8"), "us/op", 1);
    Entry head = entry("a.B.c", "ss", 4, Map.of("batch", "16"), "us/op", 1);

    Comparison found = compare(base, head);

    assertThat(found.rows()).isEmpty();
    assertThat(found.notComparable())
        .containsExactly(
            new NotComparable("a.B.c", "mode avgt and ss, threads 1 and 4, param batch 8 and 16"));
  }

  @Test
  void eachParameterValueIsARowOfItsOwn() {
    Entry small = entry("a.B.c", "avgt", 1, Map.of("batch", "8"), "us/op", around(10, 5));
    Entry large = entry("a.B.c", "avgt", 1, Map.of("batch", "16"), "us/op", around(20, 5));
    Entry slower = entry("a.B.c", "avgt", 1, Map.of("batch", "16"), "us/op", around(30, 5));

    Comparison found = Comparison.of(run(small, large), run(slower, small), Criteria.DEFAULT);

    assertThat(found.rows())
        .extracting(row -> row.key().params().get("batch"), Row::state)
        .containsExactly(tuple("16", State.REGRESSED), tuple("8", State.UNCHANGED));
  }

  @Test
  void differentTracesAreNotComparable() {
    Run base = run(time("a.B.c", around(10, 5)));
    var other =
        new WorkloadFacts("mlp", "mlp2.json", "ff".repeat(32), null, null, 1, null, null, null);
    Run head = run(time("a.B.c", around(20, 5))).withWorkloads(List.of(other));

    Comparison found = Comparison.of(base, head, Criteria.DEFAULT);

    assertThat(found.rows()).isEmpty();
    assertThat(found.notComparable())
        .containsExactly(new NotComparable("a.B.c avgt", "trace ab12ab12ab12 and ffffffffffff"));
    assertThat(found.regressed()).isFalse();
  }

  @Test
  void theForksThatAreNeededAreThoseOfTheTestOfRanks() {
    assertThat(forksNeeded(26)).isEqualTo(7);
    assertThat(forksNeeded(200)).isEqualTo(8);
    assertThat(forksNeeded(10_000)).isEqualTo(11);
  }

  private static int forksNeeded(int rows) {
    List<Row> few = new ArrayList<>();
    Comparison one = compare(time("a.B.c", 1, 2, 3), time("a.B.c", 1, 2, 3));
    for (int i = 0; i < rows; i++) {
      few.add(one.rows().get(0));
    }
    return new Judge(Criteria.DEFAULT).forksMissing(few);
  }

  @Test
  void withBenjaminiAndHochbergManyChangesShowWhereOneCouldNot() {
    Entry[] base = new Entry[10];
    Entry[] head = new Entry[10];
    for (int i = 0; i < 10; i++) {
      base[i] = time("a.B.m" + i, around(10, 4));
      head[i] = time("a.B.m" + i, around(i < 8 ? 20 : 10, 4));
    }

    Criteria criteria = Criteria.DEFAULT.withCorrection(Correction.BENJAMINI_HOCHBERG);
    Comparison found = Comparison.of(run(base), run(head), criteria);

    assertThat(found.count(State.REGRESSED)).isEqualTo(8);
    assertThat(found.forksNeeded()).isZero();
    assertThat(Comparison.of(run(base), run(head), Criteria.DEFAULT).forksNeeded()).isEqualTo(6);
  }

  @Test
  void anIntervalAcrossTheThresholdIsInconclusiveAndSaysWhatIsKnown() {
    double[] head = around(10.35, 8);

    Row row = only(compare(time("a.B.c", around(10, 8)), time("a.B.c", head)));

    assertThat(row.p()).isLessThan(0.05);
    assertThat(row.state()).isEqualTo(State.INCONCLUSIVE);
    assertThat(row.note()).matches("worse by 2\\.\\d% to 4\\.\\d%");
  }

  @Test
  void thresholdsOfMetricsGoBeforeThoseOfBenchmarks() {
    Criteria criteria =
        Criteria.DEFAULT.withThresholds(
            List.of(
                new Threshold(Pattern.compile("Mlp"), null, 0.5),
                new Threshold(null, "B/op", 0.01)));

    assertThat(criteria.threshold(key("a.Mlp.step"), "primary", "us/op")).isEqualTo(0.5);
    assertThat(criteria.threshold(key("a.Mlp.step"), "gc.alloc.rate.norm", "B/op")).isEqualTo(0.01);
    assertThat(criteria.threshold(key("a.Gpt.step"), "primary", "us/op")).isEqualTo(0.03);
  }

  @Test
  void theOrderOfRowsDoesNotMatter() {
    Entry[] base = {time("a.B.c", 10, 11, 12, 13), time("a.B.d", 10, 14, 12, 13)};
    Entry[] head = {time("a.B.c", 11, 11, 12, 15), time("a.B.d", 10, 11, 17, 13)};

    List<Row> rows = Comparison.of(run(base), run(head), Criteria.DEFAULT).rows();
    List<Row> turned =
        Comparison.of(run(base[1], base[0]), run(head[1], head[0]), Criteria.DEFAULT).rows();

    assertThat(rows.get(0).interval()).isEqualTo(turned.get(1).interval());
    assertThat(rows.get(1).interval()).isEqualTo(turned.get(0).interval());
  }

  @Test
  void geometricMeansAreOverCommonRowsOfEachUnit() {
    Run base =
        run(
            time("a.B.c", 10, 10),
            time("a.B.d", 10, 10),
            time("a.B.gone", 10),
            entry("a.B.e", "thrpt", 1, NONE, "ops/s", 4, 4));
    Run head =
        run(
            time("a.B.c", 20, 20),
            time("a.B.d", 5, 5),
            time("a.B.new", 10),
            entry("a.B.e", "thrpt", 1, NONE, "ops/s", 8, 8));

    assertThat(Comparison.of(base, head, Criteria.DEFAULT).geometricMeans())
        .containsExactly(new GeometricMean("us/op", 1, 2), new GeometricMean("ops/s", 2, 1));
  }

  @Test
  void aBenchmarkWhoseTurnDidNotComeIsInconclusiveAndAGap() {
    Comparison found =
        compare(
            time("a.B.c", around(10, 6)),
            Entry.without(key("a.B.c"), Status.SKIPPED, "stopped at a.B.a"));

    assertThat(only(found).state()).isEqualTo(State.INCONCLUSIVE);
    assertThat(only(found).note()).isEqualTo("head skipped: stopped at a.B.a");
    assertThat(found.gaps()).contains("benchmarks of head without a result: 1 skipped");
  }

  @Test
  void aRunThatHasNotFinishedIsAGap() {
    Run done = run(time("a.B.c", around(1, 6)));
    Run open =
        Run.start(List.of(), Samples.MACHINE, done.software(), List.of())
            .withEntries(done.entries());

    assertThat(Comparison.of(done, open, Criteria.DEFAULT).gaps())
        .containsExactly("head has not finished: it is running, or it was killed");
  }

  @Test
  void theClockOfARunThatEndedBeforeItBeganIsTold() {
    Run run = run(time("a.B.c", around(1, 6)));
    Run odd = run.finish(run.started().minusSeconds(5));

    assertThat(Comparison.of(run(time("a.B.c", 1)), odd, Criteria.DEFAULT).warnings())
        .containsExactly("head finished before it started: the clock was set while it ran");
  }

  @Test
  void negativeValuesHaveNoRatioToJudge() {
    Row row = only(compare(time("a.B.c", -1, 2, 3, 4), time("a.B.c", 5, 6, 7, 8)));

    assertThat(row.interval()).isNull();
    assertThat(row.state()).isEqualTo(State.INCONCLUSIVE);
    assertThat(row.note()).isEqualTo("negative: no ratio");
  }

  private static Comparison compare(Entry base, Entry head) {
    return Comparison.of(run(base), run(head), Criteria.DEFAULT);
  }

  private static Row only(Comparison comparison) {
    assertThat(comparison.rows()).hasSize(1);
    return comparison.rows().get(0);
  }
}
