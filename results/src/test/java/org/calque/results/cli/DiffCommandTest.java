package org.calque.results.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.calque.results.Samples.around;
import static org.calque.results.Samples.entry;
import static org.calque.results.Samples.key;
import static org.calque.results.Samples.run;
import static org.calque.results.Samples.time;
import static org.calque.results.Samples.timeAnd;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;
import org.calque.results.Entry;
import org.calque.results.Run;
import org.calque.results.RunStore;
import org.calque.results.Samples;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class DiffCommandTest {
  @TempDir Path folder;

  @Test
  void theTableShowsMeansChangeIntervalProbabilityAndForks() {
    Run base =
        run(
            time("org.example.Mlp.step", 41.0, 41.1, 41.2, 41.3, 41.4, 41.5),
            time("org.example.Mlp.forward", 10.0, 10.1, 10.2, 10.3, 10.4, 10.5),
            time("org.example.Mlp.backward", 7));
    Run head =
        run(
            time("org.example.Mlp.step", 47.6, 47.7, 47.8, 47.9, 48.0, 48.1),
            time("org.example.Mlp.forward", 10.05, 10.15, 10.16, 10.25, 10.26, 10.45),
            Entry.failed(key("org.example.Mlp.backward"), "aten::foo is not bound"));

    Shell shell = diff(base, head, "--ascii");

    assertThat(shell.err()).isEmpty();
    assertThat(shell.code()).isEqualTo(1);
    assertThat(shell.out())
        .isEqualTo(
            """
            base  %s  AMD EPYC 7R13, JDK 17.0.15
            head  %s  AMD EPYC 7R13, JDK 17.0.15

            benchmark     mode         base         head  unit   change          interval      p  n
            Mlp.step      avgt  41.25 +- 1%%  47.85 +- 1%%  us/op  +16.0%%  [+15.3%%, +16.8%%]  0.004  6+6  regressed
            Mlp.forward   avgt  10.25 +- 2%%  10.22 +- 2%%  us/op   -0.3%%    [-2.6%%, +2.2%%]  0.818  6+6  ~
            Mlp.backward  avgt        7.000            -  us/op       -                 -      -  1+0  newly failing: aten::foo is not bound

            geomean us/op +7.5%% (2 rows)
            A change counts when all of its interval is at 3%% or beyond and p <= 0.05 (Mann-Whitney U over fork means, Holm); ~: unchanged.
            n: forks. +-: how far the farthest fork is from the mean of all.
            worse: 1 regressed, 1 unchanged, 1 newly failing; benchmarks of head without a result: 1 failed (exit 1: regression, failing, incomplete)
            """
                .formatted(base.id(), head.id()));
  }

  @Test
  void parametersThatAllRowsHaveAreSaidOnce() {
    Entry small = entry("a.B.c", "avgt", 1, Map.of("batch", "8", "device", "cpu"), "us/op", 1);
    Entry large = entry("a.B.c", "avgt", 1, Map.of("batch", "16", "device", "cpu"), "us/op", 1);

    assertThat(diff(run(small, large), run(small, large)).out())
        .contains("\nall with device=cpu\nbenchmark       mode")
        .contains("\nB.c [batch=8]  ")
        .contains("\nB.c [batch=16]  ");
    assertThat(diff(run(small), run(small)).out())
        .contains("\nall with batch=8, device=cpu\n")
        .contains("\nB.c  ");
  }

  @Test
  void jsonHasTheThresholdsOfSomeRows() {
    Run run = run(time("a.B.c", 1));

    assertThat(
            diff(
                    run,
                    run,
                    "--format",
                    "json",
                    "--metric-threshold",
                    "J/op=10%",
                    "--benchmark-threshold",
                    "B.c=5%")
                .out()
                .replaceAll("\\s+", ""))
        .contains(
            "\"thresholds\":[{\"benchmark\":\"B.c\",\"metric\":null,\"threshold\":0.05},"
                + "{\"benchmark\":null,\"metric\":\"J/op\",\"threshold\":0.1}]");
  }

  @Test
  void aRegressionIsOne() {
    Shell shell = diff(run(time("a.B.c", around(10, 6))), run(time("a.B.c", around(11, 6))));

    assertThat(shell.code()).isEqualTo(1);
    assertThat(shell.out()).contains("regressed");
  }

  @Test
  void anImprovementIsZero() {
    Shell shell = diff(run(time("a.B.c", around(10, 6))), run(time("a.B.c", around(9, 6))));

    assertThat(shell.code()).isZero();
    assertThat(shell.out()).contains("improved");
  }

  @Test
  void theSameHasNotChanged() {
    Path file = Samples.jmhFile("avgt-gc-6-forks");
    Shell shell = Shell.run("diff", file, file);

    assertThat(shell.code()).isZero();
    assertThat(shell.out())
        .contains("warning: the machine of both runs is unknown")
        .contains("In brackets, not deciding: 2 unchanged, 6 no verdict.")
        .endsWith("no regression: 2 inconclusive\n");
  }

  @Test
  void tooFewForksAreThreeAndTheLastLineSaysWhy() {
    Shell shell = diff(run(time("a.B.c", 10)), run(time("a.B.c", 20)));

    assertThat(shell.code()).isEqualTo(3);
    assertThat(shell.out())
        .contains("inconclusive: 1+1 forks, 4+4 needed")
        .endsWith(
            "incomplete: 1 inconclusive; no regression can show with so few forks: give both runs"
                + " at least 4 (JMH's -f 4) (exit 3: incomplete)\n");
  }

  @Test
  void addedRemovedAndFixedAreZero() {
    Run base =
        run(time("a.B.c", around(10, 6)), time("a.B.old", 1), Entry.failed(key("a.B.fixed"), "x"));
    Run head = run(time("a.B.c", around(10, 6)), time("a.B.new", 1), time("a.B.fixed", 1));

    Shell shell = diff(base, head);

    assertThat(shell.code()).isZero();
    assertThat(shell.out())
        .contains("fixed: base failed: x")
        .endsWith("no regression: 1 unchanged, 1 added, 1 removed, 1 fixed\n");
  }

  @Test
  void aBenchmarkWithoutAResultInHeadIsThreeEvenIfItNeverHadOne() {
    Run base = run(time("a.B.c", around(10, 6)), Entry.failed(key("a.B.failing"), "y"));
    Run head = run(time("a.B.c", around(10, 6)), Entry.failed(key("a.B.failing"), "z"));

    Shell shell = diff(base, head);

    assertThat(shell.code()).isEqualTo(3);
    assertThat(shell.out())
        .contains("still failing: z")
        .endsWith(
            "incomplete: 1 unchanged, 1 still failing; benchmarks of head without a result: 1"
                + " failed (exit 3: incomplete)\n");
  }

  @Test
  void aBenchmarkThatFailsNowIsOne() {
    Shell shell = diff(run(time("a.B.c", 1)), run(Entry.failed(key("a.B.c"), "not bound")));

    assertThat(shell.code()).isEqualTo(1);
    assertThat(shell.out()).contains("newly failing: not bound");
  }

  @Test
  void aBenchmarkThatNobodySawEndIsThree() {
    Shell shell = diff(run(time("a.B.c", 1)), run(Entry.lost(key("a.B.c"), "killed")));

    assertThat(shell.code()).isEqualTo(3);
    assertThat(shell.out()).contains("inconclusive: head lost: killed");
  }

  @Test
  void whatCannotBeComparedIsListedApart() {
    Run base = run(time("org.example.Mlp.step", 1000), time("org.example.Mlp.loss", around(1, 6)));
    Run head =
        run(
            Samples.entry("org.example.Mlp.step", "avgt", 1, Map.of(), "ms/op", 1),
            time("org.example.Mlp.loss", around(1, 6)));

    Shell shell = diff(base, head);

    assertThat(shell.code()).isZero();
    assertThat(shell.out())
        .contains(
            """
            not comparable, base and head:
              Mlp.step avgt: unit us/op and ms/op
            """)
        .endsWith("no regression: 1 unchanged, 1 not comparable\n");
  }

  @Test
  void theThresholdIsAPercentage() {
    Run base = run(time("a.B.c", around(10, 6)));
    Run head = run(time("a.B.c", around(11, 6)));

    assertThat(diff(base, head, "--threshold", "20%").code()).isZero();
    assertThat(diff(base, head, "--threshold=0.05").code()).isEqualTo(1);
    assertThat(diff(base, head, "--threshold", "5").err())
        .contains("'5' is not a percentage such as 3%")
        .hasLineCount(1);
  }

  @Test
  void secondaryMetricsDecideWhenAsked() {
    Run base = run(timeAnd("a.B.c", around(10, 5), "energy.pkg", "J/op", around(1, 5)));
    Run head = run(timeAnd("a.B.c", around(10, 5), "energy.pkg", "J/op", around(2, 5)));

    assertThat(diff(base, head).code()).isZero();
    assertThat(diff(base, head).out()).contains("(regressed)");
    assertThat(diff(base, head, "--gate-secondary").code()).isEqualTo(1);
  }

  @Test
  void runsAreNamedByIdByBeginningOrAsTheLatest() throws IOException {
    RunStore store = new RunStore(folder);
    Run base = run(time("a.B.c", around(10, 6)));
    store.save(base);
    Path head = Samples.save(run(time("a.B.c", around(11, 6))), folder.resolve("head.json"));

    assertThat(Shell.run("diff", base.id(), head, "--store", folder).code()).isEqualTo(1);
    assertThat(Shell.run("diff", base.id().substring(0, 8), head, "--store", folder).code())
        .isEqualTo(1);
    assertThat(Shell.run("diff", "latest", "latest", "--store", folder).code()).isZero();
  }

  @Test
  void numbersAreTheSameInEveryLocale() {
    Locale before = Locale.getDefault();
    Locale.setDefault(Locale.GERMANY);
    try {
      Shell shell = diff(run(time("a.B.c", around(10, 6))), run(time("a.B.c", around(11, 6))));
      assertThat(shell.out()).contains("10.00 ").contains("+10.0%");
    } finally {
      Locale.setDefault(before);
    }
  }

  @Test
  void aNameCannotMoveTheCursor() {
    Run run = run(Entry.failed(key("a.B.c"), "\u001b[2Jgone"));

    assertThat(diff(run, run).out()).contains("?[2Jgone").doesNotContain("\u001b");
  }

  @Test
  void ofManyRowsThoseThatChangedAreShownAndAllWhenAsked() {
    Entry[] base = new Entry[100];
    Entry[] head = new Entry[100];
    for (int i = 0; i < base.length; i++) {
      base[i] = time("a.B.m" + i, around(10, 8));
      head[i] = time("a.B.m" + i, around(i == 7 ? 12 : 10, 8));
    }

    Shell shell = diff(run(base), run(head));
    Shell all = diff(run(base), run(head), "--all");

    assertThat(shell.out())
        .contains("B.m7 ")
        .doesNotContain("B.m8 ")
        .contains("99 of 100 rows not shown: --all prints them");
    assertThat(shell.out().lines().count()).isLessThan(12);
    assertThat(all.out()).contains("B.m8 ").doesNotContain("not shown");
  }

  @Test
  void coloursAreOnlyWhereAskedForOrOnATerminal() {
    Run base = run(time("a.B.c", around(10, 6)));
    Run head = run(time("a.B.c", around(12, 6)));

    assertThat(diff(base, head).out()).doesNotContain("\u001b");
    assertThat(diff(base, head, "--color", "always").out()).contains("\u001b[31m");
    assertThat(diff(base, head, "--color", "never").out()).doesNotContain("\u001b");
    assertThat(diff(base, head, "--color", "red").err())
        .contains("'red' is none of auto, always, never");
  }

  @Test
  void thresholdsCanBeOfMetricsAndOfBenchmarks() {
    Run base = run(timeAnd("a.B.c", around(10, 6), "alloc", "B/op", around(10, 6)));
    Run head = run(timeAnd("a.B.c", around(11, 6), "alloc", "B/op", around(11, 6)));

    assertThat(diff(base, head).code()).isEqualTo(1);
    assertThat(diff(base, head, "--benchmark-threshold", "B\\.c$=20%").code()).isZero();
    assertThat(diff(base, head, "--metric-threshold", "us/op=20%").code()).isZero();
    assertThat(diff(base, head, "--gate-secondary", "--metric-threshold", "primary=20%").code())
        .isEqualTo(1);
    assertThat(diff(base, head, "--benchmark-threshold", "(=20%").err())
        .contains("'(' is not a regular expression")
        .hasLineCount(1);
  }

  @Test
  void rulersAreShownApart() {
    String ruler = "org.calque.launcher.ruler.Ruler.compute";
    Run base = run(time("a.B.c", around(10, 6)), time(ruler, around(10, 6)));
    Run head = run(time("a.B.c", around(12, 6)), time(ruler, around(10.5, 6)));

    Shell shell = diff(base, head);

    assertThat(shell.code()).isEqualTo(3);
    assertThat(shell.out())
        .contains("rulers, which tell whether the machine moved:")
        .contains("inconclusive: the machine moved: ruler compute 1.05")
        .contains("verdict withdrawn: the machine moved, ruler compute 1.05");
  }

  private Shell diff(Run base, Run head, Object... options) {
    Object[] args = new Object[3 + options.length];
    args[0] = "diff";
    args[1] = Samples.save(base, folder.resolve("base.json"));
    args[2] = Samples.save(head, folder.resolve("head.json"));
    System.arraycopy(options, 0, args, 3, options.length);
    return Shell.run(args);
  }
}
