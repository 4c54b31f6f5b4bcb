package org.calque.launcher;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import org.calque.results.Coverage;
import org.calque.runtime.Engine;
import org.calque.runtime.ReplayException;
import org.junit.jupiter.api.Test;

/** What is found out before any fork starts. */
class PreflightTest {
  private static Manifest workload(String operator, long bytes) {
    return new Manifest(
        "toy",
        "org.calque.generated.Toy",
        false,
        new Manifest.Source("toy.et.json.gz", "00", "1.0.1"),
        new Manifest.Origin(null, null, null, null, null, null),
        Map.of("threads", "1"),
        List.of(),
        3,
        List.of(new Manifest.OperatorCount(operator, 3, 17)),
        bytes,
        new Manifest.LargestStorage(bytes, "aten::linear weight"),
        List.of(
            new Manifest.Remark("without-schema", "triton_fused", 2),
            new Manifest.Remark("communication", "allreduce", 4),
            new Manifest.Remark("left-out", "profiler::label", 9)));
  }

  @Test
  void anOperatorThatLibTorchDoesNotKnowIsNamedWithFileNodeAndWhatToDo() {
    Preflight preflight = new Preflight(Engine.find());
    assertThatThrownBy(() -> preflight.check(workload("fbgemm::split_lookup", 8)))
        .isInstanceOf(ReplayException.class)
        .hasMessageMatching(
            "toy.et.json.gz: LibTorch [\\d.]+ does not know fbgemm::split_lookup \\(node 17, 3"
                + " calls\\); leave the workload out with -e org.calque.generated.Toy");
  }

  @Test
  void aWorkloadLargerThanMemoryIsRefused() {
    Preflight preflight = new Preflight(Engine.find(), 1L << 30);
    assertThatThrownBy(() -> preflight.check(workload("aten::relu", 3L << 30)))
        .isInstanceOf(ReplayException.class)
        .hasMessageContaining("need 3.0 GiB and this machine has 1.0 GiB")
        .hasMessageContaining("aten::linear weight");
  }

  @Test
  void kernelsWithoutASchemaAndCommunicationAreCountedAndNamedInTheCoverage() {
    assertThat(workload("aten::relu", 8).coverage())
        .isEqualTo(new Coverage(9, 3, Map.of("triton_fused", 2, "allreduce", 4)));
  }

  @Test
  void everyPackedWorkloadPasses() {
    Preflight preflight = new Preflight(Engine.find());
    for (Manifest manifest : Workloads.packed().all()) {
      assertThatCode(() -> preflight.check(manifest)).doesNotThrowAnyException();
    }
  }
}
