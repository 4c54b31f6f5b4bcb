package org.calque.results.diff;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;
import static org.calque.results.Samples.around;
import static org.calque.results.Samples.entry;
import static org.calque.results.Samples.key;
import static org.calque.results.Samples.run;
import static org.calque.results.Samples.time;
import static org.calque.results.Samples.timeAnd;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.calque.results.Entry;
import org.calque.results.Machine;
import org.calque.results.Metric;
import org.calque.results.Run;
import org.calque.results.RunFormatException;
import org.calque.results.Samples;
import org.calque.results.Status;
import org.calque.results.WorkloadFacts;
import org.junit.jupiter.api.Test;

final class RepetitionsTest {
  @Test
  void theForksOfAllFollowEachOther() {
    Repetitions both =
        Repetitions.of(
            List.of(
                run(timeAnd("a.B.c", around(1, 2), "energy", "J/op", 5, 6)),
                run(timeAnd("a.B.c", around(3, 1), "energy", "J/op", 7))));

    List<Metric> metrics = Metric.of(both.run().entries().get(0));
    assertThat(metrics).extracting(m -> m.sample().forks()).containsExactly(3, 3);
    assertThat(metrics.get(0).sample().forkMeans()[2]).isCloseTo(3, within(0.03));
    assertThat(metrics.get(1).sample().forkMeans()).containsExactly(5, 6, 7);
    assertThat(both.warnings()).isEmpty();
  }

  @Test
  void withEnoughRepetitionsAChangeShows() {
    List<Run> bases = List.of(run(time("a.B.c", 10, 10.1)), run(time("a.B.c", 10.2, 10.3)));
    List<Run> heads = List.of(run(time("a.B.c", 12, 12.1)), run(time("a.B.c", 12.2, 12.3)));

    Comparison found =
        Comparison.of(Repetitions.of(bases), Repetitions.of(heads), Criteria.DEFAULT);

    assertThat(found.rows().get(0).state()).isEqualTo(State.REGRESSED);
    assertThat(found.rows().get(0).base().forks()).isEqualTo(4);
  }

  @Test
  void aBenchmarkOfOneRepetitionIsThere() {
    Repetitions both = Repetitions.of(List.of(run(time("a.B.c", 1)), run(time("a.B.d", 1))));

    assertThat(both.run().entries()).extracting(Entry::benchmark).containsExactly("a.B.c", "a.B.d");
  }

  @Test
  void whatFailedOnceIsGoodAndTold() {
    Repetitions both =
        Repetitions.of(
            List.of(run(time("a.B.c", 1)), run(Entry.failed(key("a.B.c"), "not bound"))));

    assertThat(both.run().entries()).extracting(Entry::status).containsExactly(Status.OK);
    assertThat(both.warnings())
        .containsExactly("a.B.c avgt has no result in 1 of 2 runs (failed: not bound)");
  }

  @Test
  void whatAlwaysFailedHasFailed() {
    Run failed = run(Entry.failed(key("a.B.c"), "not bound"));

    assertThat(Repetitions.of(List.of(failed, run(Entry.lost(key("a.B.c"), null)))).run().entries())
        .extracting(Entry::status)
        .containsExactly(Status.FAILED);
  }

  @Test
  void differentMeasurementsOfOneNameAreRefused() {
    Run first = run(time("a.B.c", 1));
    Run otherUnit = run(entry("a.B.c", "avgt", 1, Map.of(), "ms/op", 1));
    Run otherTrace =
        run(time("a.B.c", 1))
            .withWorkloads(
                List.of(
                    new WorkloadFacts(
                        "mlp", "mlp2.json", "ff".repeat(32), null, null, 1, null, null, null)));

    assertThatThrownBy(() -> Repetitions.of(List.of(first, otherUnit)))
        .isInstanceOf(RunFormatException.class)
        .hasMessageContaining("as a.B.c avgt: unit us/op and ms/op; give runs of the same code");
    assertThatThrownBy(() -> Repetitions.of(List.of(first, otherTrace)))
        .hasMessageContaining("trace ab12ab12ab12 and ffffffffffff");
    assertThatThrownBy(() -> Repetitions.of(List.of(first, first)))
        .hasMessage("the run " + first.id() + " is given twice for one side");
  }

  @Test
  void repetitionsOnDifferentMachinesAreTold() {
    Run first = run(time("a.B.c", 1));
    Machine other =
        new Machine(
            "bench1", "Linux", "6.1.0", "amd64", "Intel Xeon", 8, 1L << 34, null, null, List.of());
    Run second =
        Run.start(List.of(), other, first.software(), List.of(Samples.WORKLOAD))
            .withEntries(first.entries())
            .finish(Instant.now());

    Comparison found =
        Comparison.of(
            Repetitions.of(List.of(first, second)), Repetitions.of(first), Criteria.DEFAULT);

    assertThat(found.warnings())
        .contains(
            "the CPU differs: AMD EPYC 7R13 in " + first.id() + ", Intel Xeon in " + second.id());
    assertThat(found.settings()).containsExactly("machines");
    assertThat(found.findings()).contains(Finding.MACHINE);
  }

  @Test
  void whatAllRepetitionsLeaveOutIsToldOnce() {
    Run partial = run(time("a.B.c", 1)).withWorkloads(List.of(Samples.PARTIAL_WORKLOAD));
    Run again = run(time("a.B.c", 1)).withWorkloads(List.of(Samples.PARTIAL_WORKLOAD));

    assertThat(warnings(partial, again))
        .containsExactly(
            "base replays mlp in part: 0.95 % of calls, 1.00 % of recorded time left out");
    assertThat(warnings(run(time("a.B.c", 1)), partial, again))
        .containsExactly(
            "2 of 3 runs replay mlp in part",
            "base replays mlp in part: 0.95 % of calls, 1.00 % of recorded time left out");
  }

  private static List<String> warnings(Run... bases) {
    Repetitions head = Repetitions.of(run(time("a.B.c", 1)));
    return Comparison.of(Repetitions.of(List.of(bases)), head, Criteria.DEFAULT).warnings();
  }

  @Test
  void oneThatHasNotFinishedLeavesAllOpen() {
    Run done = run(time("a.B.c", 1));
    Run open = Run.start(List.of(), Samples.MACHINE, done.software(), List.of());

    assertThat(Repetitions.of(List.of(done, open)).run().finished()).isNull();
    assertThat(Repetitions.of(List.of(done, run(time("a.B.c", 1)))).run().finished()).isNotNull();
  }

  @Test
  void histogramsAreMergedToo() {
    Run sample = Samples.jmhRun("sample-4-forks");

    Repetitions both = Repetitions.of(List.of(sample, sample));

    assertThat(Metric.of(both.run().entries().get(0)).get(0).sample().forks()).isEqualTo(8);
  }
}
