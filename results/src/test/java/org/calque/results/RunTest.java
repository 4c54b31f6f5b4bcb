package org.calque.results;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class RunTest {
  @Test
  void anEntryRanOnTheAcceleratorsWhereItAskedForOneAndElseOnTheProcessor() {
    Accelerator h200 = new Accelerator("NVIDIA H200", null, null, null, null, null);
    Machine machine = Samples.MACHINE.withAccelerators(List.of(h200, h200));
    Run run = Run.start(List.of(), machine, Software.unknown(), List.of());
    Run unknown = Run.start(List.of(), Machine.unknown(), Software.unknown(), List.of());

    assertThat(run.deviceOf(on("cuda"))).isEqualTo("NVIDIA H200");
    assertThat(run.deviceOf(on("cpu"))).isEqualTo("AMD EPYC 7R13");
    assertThat(run.deviceOf(Samples.time("a.B.c", 1))).isEqualTo("AMD EPYC 7R13");
    assertThat(unknown.deviceOf(on("cpu"))).isEmpty();
  }

  private static Entry on(String device) {
    return Samples.entry("a.B.c", "avgt", 1, Map.of("device", device), "us/op", 1);
  }

  @Test
  void idsTellTheTimeAndNoTwoAreTheSame() {
    Instant start = Instant.parse("2026-11-30T09:15:23.417Z");

    assertThat(RunId.mint(start)).matches("20261130T091523\\.417Z-[0-9a-f]{6}");
    assertThat(RunId.mint(start)).isNotEqualTo(RunId.mint(start));
    assertThat(RunId.mint(start)).isLessThan(RunId.mint(start.plusMillis(1)));
  }

  @Test
  void aBenchmarkIsLostUntilItEnds() {
    Run run = Samples.run().with(Entry.lost(Samples.key("a.B.c"), "started"));
    assertThat(run.entries()).extracting(Entry::status).containsExactly(Status.LOST);

    run = run.with(Samples.time("a.B.d", 1)).with(Samples.time("a.B.c", 1));

    assertThat(run.entries()).extracting(Entry::benchmark).containsExactly("a.B.c", "a.B.d");
    assertThat(run.entries()).extracting(Entry::status).containsOnly(Status.OK);
  }

  @Test
  void modesThreadsAndParametersMakeDifferentBenchmarks() {
    Run run =
        Samples.run(
            Samples.time("a.B.c", 1),
            Samples.entry("a.B.c", "thrpt", 1, Map.of(), "ops/s", 1),
            Samples.entry("a.B.c", "avgt", 2, Map.of(), "us/op", 1),
            Samples.entry("a.B.c", "avgt", 1, Map.of("batch", "8"), "us/op", 1));

    assertThat(run.entries()).hasSize(4);
  }

  @Test
  void aBenchmarkIsThereOnce() {
    assertThatThrownBy(() -> Samples.run(Samples.time("a.B.c", 1), Samples.time("a.B.c", 2)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("the benchmark a.B.c avgt is there twice");
  }

  @Test
  void aCauseIsOneLine() {
    assertThat(Entry.failed(Samples.key("a.B.c"), "Error: x\n\tat y\r\n").cause())
        .isEqualTo("Error: x | at y");
  }

  @Test
  void aRunKnowsTheWorkloadOfAnEntry() {
    Run run = Samples.run(Samples.time("a.B.c", 1));

    assertThat(run.workloadOf(run.entries().get(0))).contains(Samples.WORKLOAD);
    assertThat(run.workloadOf(run.entries().get(0).ofWorkload(null))).isEmpty();
  }

  @Test
  void listsCannotBeChangedFromOutside() {
    List<Entry> entries = new java.util.ArrayList<>(List.of(Samples.time("a.B.c", 1)));
    Run run = Samples.run().withEntries(entries);
    entries.clear();

    assertThat(run.entries()).hasSize(1).isUnmodifiable();
  }

  @Test
  void aRunIsPartialWhereSomethingOfTheStepIsLeftOut() {
    Coverage coverage = Samples.PARTIAL_WORKLOAD.coverage();
    assertThat(coverage.partial()).isTrue();
    assertThat(coverage.share(coverage.impossible()))
        .isEqualTo("0.95 % of calls, 1.00 % of recorded time");
    Coverage whole = new Coverage(null, new Coverage.Amount(3, 0), null, null, null, null, null);
    assertThat(whole.partial()).isFalse();
    assertThat(whole.share(whole.exact())).isEqualTo("100.00 % of calls");
  }
}
