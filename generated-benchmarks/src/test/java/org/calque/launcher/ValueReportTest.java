package org.calque.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.calque.runtime.Replay;
import org.calque.runtime.Values;
import org.calque.runtime.Workload;
import org.junit.jupiter.api.Test;

/** What {@code replay --check-values} tells of the numbers that are alive after the steps. */
class ValueReportTest {
  private static final Manifest DLRM = Workloads.packed().named("dlrm_train");

  private static String text(ValueReport report) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    report.print(new PrintStream(bytes, true, StandardCharsets.UTF_8));
    return bytes.toString(StandardCharsets.UTF_8);
  }

  @Test
  void finiteNumbersTakeOneLineAndOthersAreNamedByTheirRole() throws Exception {
    PackedProgram program = PackedProgram.of(DLRM);
    try (Workload workload = program.workload()) {
      Replay replay = program.open();
      workload.bind(replay);
      workload.step();

      ValueReport sound = ValueReport.of(DLRM, replay.session());
      assertThat(sound.isFinite()).isTrue();
      assertThat(text(sound)).matches("values: \\d+ in \\d+ tensors, of them 0 NaN, .*\\R");

      replay.session().fill(0, Values.fill(Double.NaN), 0);
      ValueReport broken = ValueReport.of(DLRM, replay.session());
      assertThat(broken.isFinite()).isFalse();
      assertThat(text(broken).lines()).hasSize(2);
      assertThat(text(broken)).containsPattern("\\R  aten::\\w+ \\w+: \\d+ in \\d+ tensors");
    }
  }
}
