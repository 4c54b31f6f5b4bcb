package org.calque.launcher;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import org.calque.results.Coverage;
import org.calque.runtime.Device;
import org.calque.runtime.Engine;
import org.calque.runtime.ReplayException;
import org.calque.runtime.TypeSubstitutions;
import org.calque.runtime.Uncovered;
import org.junit.jupiter.api.Test;

/** What is found out before any fork starts. */
class PreflightTest {
  private static Preflight preflight(Uncovered uncovered) {
    return new Preflight(Engine.find(), Device.CPU, uncovered, MemoryBound.of(null, 8L << 30));
  }

  @Test
  void anOperatorThatLibTorchDoesNotKnowIsNamedWithFileNodeAndWhatToDo() {
    Preflight preflight = preflight(Uncovered.REFUSED);
    assertThatThrownBy(() -> preflight.check(ToyManifest.of("fbgemm::split_lookup", 8)))
        .isInstanceOf(ReplayException.class)
        .hasMessageMatching(
            "toy.et.json.gz: cannot be replayed on cpu: fbgemm::split_lookup is unknown to LibTorch"
                + " [\\d.]+ \\(node 17, 3 calls, 60.00 % of calls\\); run the rest of it with"
                + " --skip-uncovered, or leave the workload out with -e org.calque.generated.Toy");
  }

  @Test
  void itsShareOfTheRecordedTimeIsNamedWhereItIsKnown() {
    assertThatThrownBy(
            () ->
                preflight(Uncovered.REFUSED)
                    .check(ToyManifest.of("fbgemm::split_lookup", 8, 750, 250)))
        .hasMessageContaining("3 calls, 60.00 % of calls, 75.00 % of recorded time)");
  }

  @Test
  void whatIsLeftOutMakesTheCoveragePartial() {
    Coverage coverage =
        preflight(Uncovered.SKIPPED).check(ToyManifest.of("fbgemm::split_lookup", 8)).facts();

    assertThat(coverage.partial()).isTrue();
    assertThat(coverage.impossible()).isEqualTo(new Coverage.Amount(5, 0));
  }

  @Test
  void aWorkloadLargerThanTheBoundIsRefusedInOneLine() {
    Preflight preflight =
        new Preflight(
            Engine.find(), Device.CPU, Uncovered.REFUSED, MemoryBound.of("1.5g", 2L << 30));
    assertThat(preflight.refusal(ToyManifest.of("aten::relu", 2L << 30)))
        .isEqualTo(
            "toy.et.json.gz: its tensors need 3072 MiB at node 29 (aten::mm), and 1536 MiB of 2048"
                + " MiB available may be taken; the largest before the step, aten::linear weight,"
                + " takes 1024 MiB; record a smaller batch, leave it out with -e"
                + " org.calque.generated.Toy, or change the bound with --max-memory");
  }

  @Test
  void aWorkloadThatFitsOnlyBeforeItsStepIsRefusedToo() {
    Manifest workload = ToyManifest.of("aten::relu", 1L << 30);
    assertThatThrownBy(() -> MemoryBound.of("1400m", 8L << 30).check(workload))
        .isInstanceOf(ReplayException.class);
    assertThatCode(() -> MemoryBound.of("1600m", 8L << 30).check(workload))
        .doesNotThrowAnyException();
  }

  @Test
  void theEstimateIsOneLine() {
    assertThat(MemoryBound.of(null, 8L << 30).estimate(ToyManifest.of("aten::relu", 64L << 20)))
        .isEqualTo(
            "toy: 64 MiB before the step, at most 96 MiB at node 29 (aten::mm); 8192 MiB"
                + " available");
  }

  @Test
  void severalThreadsNeedTheMemoryOfEach() {
    Manifest workload = ToyManifest.of("aten::relu", 1L << 30);
    MemoryBound bound = MemoryBound.of(null, 4L << 30);
    assertThatCode(() -> bound.forReplays(2).check(workload)).doesNotThrowAnyException();
    assertThatThrownBy(() -> bound.forReplays(3).check(workload))
        .isInstanceOf(ReplayException.class)
        .hasMessageContaining(
            "its tensors need 1536 MiB at node 29 (aten::mm), in each of 3 threads, and 4096 MiB");
    assertThat(bound.forReplays(3).estimate(workload))
        .isEqualTo(
            "toy: 1024 MiB before the step, at most 1536 MiB at node 29 (aten::mm), in each of 3"
                + " threads; 4096 MiB available");
  }

  @Test
  void theBoundIsASizeOrAShareOfWhatIsAvailable() {
    assertThat(MemoryBound.of(null, 1000).bytes()).isEqualTo(1000);
    assertThat(MemoryBound.of("4096", 1000).bytes()).isEqualTo(4096);
    assertThat(MemoryBound.of("2k", 1000).bytes()).isEqualTo(2048);
    assertThat(MemoryBound.of("1.5G", 1000).bytes()).isEqualTo(3L << 29);
    assertThat(MemoryBound.of("1T", 1000).bytes()).isEqualTo(1L << 40);
    assertThat(MemoryBound.of("25%", 1000).bytes()).isEqualTo(250);
  }

  @Test
  void whatIsNoSizeIsRefusedWithWhatWouldBeOne() {
    for (String size : List.of("", "much", "-1", "4 g", "1e9", "4gg")) {
      assertThatThrownBy(() -> MemoryBound.of(size, 1000))
          .isInstanceOf(ReplayException.class)
          .hasMessage(
              "--max-memory "
                  + size
                  + " is no size; give bytes, a number with k, m, g or t, or a percentage");
    }
  }

  @Test
  void kernelsWithoutASchemaAndCommunicationAreCountedAndNamedInTheCoverage() {
    Coverage coverage =
        preflight(Uncovered.REFUSED).check(ToyManifest.of("aten::relu", 8, 300, 100)).facts();

    assertThat(coverage.device()).isEqualTo("cpu");
    assertThat(coverage.exact()).isEqualTo(new Coverage.Amount(3, 300));
    assertThat(coverage.impossible()).isEqualTo(new Coverage.Amount(2, 100));
    assertThat(coverage.named())
        .containsExactly(
            new Coverage.Named(
                "triton_fused",
                "impossible",
                new Coverage.Amount(2, 100),
                "has no operator schema"));
    assertThat(coverage.communication()).isEqualTo(Map.of("allreduce", 4));
  }

  @Test
  void otherElementTypesNeedOtherMemory() {
    Manifest workload = ToyManifest.of("aten::relu", 1L << 30);
    MemoryBound bound = MemoryBound.of(null, 2L << 30);
    assertThatCode(() -> bound.check(workload)).doesNotThrowAnyException();
    assertThatThrownBy(
            () -> bound.forTypes(TypeSubstitutions.parse("float16=float32")).check(workload))
        .hasMessageContaining("its tensors need 3072 MiB");
    assertThatCode(
            () -> bound.forTypes(TypeSubstitutions.parse("bfloat16=float16")).check(workload))
        .doesNotThrowAnyException();
  }

  @Test
  void everyPackedWorkloadPasses() {
    Preflight preflight = preflight(Uncovered.REFUSED);
    for (Manifest manifest : Workloads.packed().all()) {
      assertThatCode(() -> preflight.check(manifest)).doesNotThrowAnyException();
    }
  }
}
