package org.calque.codegen;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.calque.replay.Origin;
import org.calque.replay.ProgramBuilder;
import org.calque.replay.ReplayProgram;
import org.calque.replay.Storage;
import org.calque.runtime.ReplayOptions;
import org.calque.runtime.Workload;
import org.calque.trace.ExecutionTrace;
import org.calque.trace.ExecutionTraceReader;
import org.calque.trace.IntegerDump;
import org.calque.trace.RealTraces;
import org.calque.trace.TraceFormatException;
import org.calque.values.ValueRule;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Integers that a recording kept beside the trace go into the jar and into the tensors. */
class RecordedValuesTest {
  private static final Path FILE = RealTraces.recording("tensor_data.et.json");
  private static final ExecutionTrace TRACE = ExecutionTraceReader.read(FILE);
  private static final ReplayProgram PROGRAM = ProgramBuilder.build("tensor_data", TRACE);

  @Test
  void theReplayStartsWithTheVeryElements() {
    GeneratedBenchmark benchmark = GeneratedFrom.program(PROGRAM, TRACE, Origin.UNKNOWN);
    assertThat(benchmark.files())
        .containsKey("resources/org/calque/generated/TensorData.3.1.values");
    assertThat(benchmark.files().get("java/org/calque/generated/TensorData.java"))
        .contains("recorded(TensorData.class, \"3.1\")");

    int compared = 0;
    try (Workload workload = CompiledBenchmark.of(benchmark).workload()) {
      workload.open(ReplayOptions.of(1));
      for (Storage storage : PROGRAM.storages()) {
        if (storage.values() instanceof ValueRule.Recorded recorded) {
          assertThat(workload.replay().session().read(storage.slots().get(0)))
              .containsExactly(elements(recorded));
          compared++;
        }
      }
    }
    assertThat(compared).isEqualTo(3);
  }

  private static double[] elements(ValueRule.Recorded recorded) {
    return TRACE.dumps().stream()
        .filter(dump -> dump.node() == recorded.node() && dump.ordinal() == recorded.ordinal())
        .map(IntegerDump::elements)
        .map(elements -> Arrays.stream(elements).asDoubleStream().toArray())
        .findFirst()
        .orElseThrow();
  }

  @Test
  void everyResultIsAsRecorded() {
    GeneratedBenchmark benchmark = GeneratedFrom.program(PROGRAM, TRACE, Origin.UNKNOWN);

    RecordedResults results =
        RecordedResults.of(CompiledBenchmark.of(benchmark).workload(), PROGRAM, 2);

    assertThat(results.differences()).isEmpty();
  }

  @Test
  void aFileThatIsGoneIsNamed(@TempDir Path folder) throws IOException {
    Path dump = folder.resolve("nid_3_tid_1.dat");
    Files.copy(RealTraces.recording("tensor_data.et_resources/nid_3_tid_1.dat"), dump);
    ExecutionTrace trace = ExecutionTraceReader.read(Files.copy(FILE, folder.resolve("t.et.json")));
    ReplayProgram program = ProgramBuilder.build("t", trace);
    Files.delete(dump);

    assertThatThrownBy(() -> GeneratedFrom.program(program, trace, Origin.UNKNOWN))
        .isInstanceOf(TraceFormatException.class)
        .hasMessageContaining("nid_3_tid_1.dat: cannot be read");
  }
}
