package org.calque.trace;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Integers that a recording kept in {@code nid_*_tid_*.dat} beside the trace. */
class IntegerDumpTest {
  private static final Path FILE = RealTraces.recording("tensor_data.et.json");

  @Test
  void dumpsInTheResourceFolderAreFoundWithTheirTensors() {
    ExecutionTrace trace = ExecutionTraceReader.read(FILE);

    assertThat(trace.dumps()).extracting(IntegerDump::node).containsExactly(11L, 23L, 3L, 53L);
    IntegerDump first = trace.dumps().get(2);
    assertThat(first.tensor().type()).isEqualTo(ElementType.INT64);
    assertThat(first.elements()).hasSize((int) first.tensor().elements());
  }

  @Test
  void aDumpGivesTheRangeThatTheTraceDoesNotState() {
    ExecutionTrace trace = ExecutionTraceReader.read(FILE);

    for (IntegerDump dump : trace.dumps()) {
      TraceNode.Range range = trace.node(dump.node()).ranges().get(dump.ordinal());
      assertThat(Arrays.stream(dump.elements()))
          .allMatch(e -> e >= range.least() && e <= range.greatest());
    }
  }

  @Test
  void aDumpOfAViewIsNotTrustedAndNamed() {
    assertThat(ExecutionTraceReader.read(FILE).warnings())
        .hasSize(3)
        .anyMatch(warning -> warning.startsWith("nid_32_tid_1.dat is not used"))
        .anyMatch(warning -> warning.startsWith("nid_41_tid_1.dat is not used"));
  }

  @Test
  void dumpsRightBesideTheTraceCountAndStrangeOnesAreNamed(@TempDir Path folder)
      throws IOException {
    Path trace = Files.copy(FILE, folder.resolve("t.et.json"));
    Path resources = RealTraces.recording("tensor_data.et_resources");
    Files.copy(resources.resolve("nid_3_tid_1.dat"), folder.resolve("nid_3_tid_1.dat"));
    Files.copy(resources.resolve("nid_3_tid_1.dat"), folder.resolve("nid_11_tid_0.dat"));
    Files.write(folder.resolve("nid_23_tid_1.dat"), new byte[5]);
    Files.write(folder.resolve("nid_99999_tid_1.dat"), new byte[5]);

    ExecutionTrace read = ExecutionTraceReader.read(trace);

    assertThat(read.dumps()).extracting(IntegerDump::node).containsExactly(3L);
    assertThat(read.warnings())
        .containsExactlyInAnyOrder(
            "nid_11_tid_0.dat is not used: it has not the size of its tensor",
            "nid_23_tid_1.dat is not used: it has not the size of its tensor",
            "nid_99999_tid_1.dat is not used: the trace has no such tensor");
  }
}
