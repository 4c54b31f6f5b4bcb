package org.calque.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

/** Everything of a step is counted in one of four classes, and named where it is not plain. */
class CoverageCommandTest {
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();

  private int coverage(Manifest... workloads) {
    PrintStream stream = new PrintStream(out, true, StandardCharsets.UTF_8);
    return new CommandLine(new CoverageCommand(Workloads.of(List.of(workloads)), stream)).execute();
  }

  private String output() {
    return out.toString(StandardCharsets.UTF_8);
  }

  @Test
  void kernelsWithoutASchemaAreImpossibleAndCommunicationStandsApart() {
    assertThat(coverage(ToyManifest.of("aten::relu", 8))).isEqualTo(ExitStatus.FAILED);

    assertThat(output())
        .startsWith("toy: 5 operators and kernels, on cpu with LibTorch 2.13.0 (bundled)")
        .contains("  exact         60.00 %       3")
        .contains("  impossible    40.00 %       2")
        .contains("    triton_fused (2): has no operator schema")
        .contains("  apart: communication allreduce (4)")
        .doesNotContain("aten::relu");
  }

  @Test
  void sharesOfTheRecordedTimeStandBesideCountsWhereThereAreTimes() {
    coverage(ToyManifest.of("aten::record_stream", 8, 1_000, 3_000));

    assertThat(output())
        .contains("  skipped       60.00 %       3, 25.00 % of recorded time")
        .contains("    aten::record_stream (3, 25.00 %): all operators run on one stream")
        .contains("  impossible    40.00 %       2, 75.00 % of recorded time")
        .contains("    triton_fused (2, 75.00 %): has no operator schema");
  }

  @Test
  void anEquivalentIsNamedWithItsClass() {
    coverage(
        ToyManifest.of("aten::cudnn_batch_norm_backward", 8),
        ToyManifest.of("aten::_scaled_dot_product_flash_attention", 8),
        ToyManifest.of("aten::record_stream", 8),
        ToyManifest.of("fbgemm::split_lookup", 8));

    assertThat(output())
        .containsSubsequence(
            "  exact         60.00 %       3",
            "    aten::cudnn_batch_norm_backward (3): aten::native_batch_norm_backward",
            "  approximate   60.00 %       3",
            "    aten::_scaled_dot_product_flash_attention (3):",
            "without dropout",
            "  skipped       60.00 %       3",
            "    aten::record_stream (3): all operators run on one stream",
            "  impossible   100.00 %       5",
            "    fbgemm::split_lookup (3): is unknown to LibTorch 2.13.0");
  }

  @Test
  void theWorkloadsOfThisRepositoryAreExact() {
    assertThat(coverage(Workloads.packed().all().toArray(Manifest[]::new)))
        .as(output())
        .isEqualTo(ExitStatus.OK);
    assertThat(output().lines().filter(line -> line.startsWith("  exact        100.00 %")))
        .hasSize(Workloads.packed().all().size());
  }
}
