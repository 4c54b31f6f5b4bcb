package org.calque.verify;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.calque.replay.ProgramBuilder;
import org.calque.replay.Remark;
import org.calque.replay.ReplayProgram;
import org.calque.trace.ExecutionTrace;
import org.calque.trace.ExecutionTraceReader;
import org.calque.trace.ReadOptions;
import org.calque.trace.RealTraces;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Programs replay every operator of their step, and say how many others they leave out. */
class LeftOutTest {
  private static final Set<String> DECLARED = Set.of("other-step", "outside-steps");

  static List<Path> traces() {
    return Stream.concat(
            RealTraces.all().stream(),
            Stream.of("profiler_steps", "threads", "orphans", "restarted", "failing", "cut_off")
                .map(name -> RealTraces.recording(name + ".et.json.gz")))
        .toList();
  }

  @ParameterizedTest
  @MethodSource("traces")
  void nothingElseIsLeftOut(Path file) {
    check(ExecutionTraceReader.read(file));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "param/linear_et.json.gz",
        "param/resnet18_et_1.0.1.json.gz",
        "param/dlrm_pytorch_et.tar.gz",
        "param/resnet_1gpu_et.json.tar.gz",
        "param/hf_GPT2_et.json.tar.gz",
        "chakra/all_gather_1.0.2-chakra.0.0.4.tgz",
        "astra-sim/megatron_et_0.json.gz"
      })
  void neitherOfPublicTraces(String file) {
    List<ExecutionTrace> traces = new ArrayList<>();
    ExecutionTraceReader.readAll(RealTraces.fixture(file), ReadOptions.DEFAULT, traces::add);

    traces.forEach(LeftOutTest::check);
  }

  private static void check(ExecutionTrace trace) {
    ReplayProgram program = ProgramBuilder.build("any", trace);
    BitSet selected = new BitSet();
    program.calls().forEach(call -> selected.set(trace.node(call.provenance().node()).index()));
    int declared =
        program.remarks().stream()
            .filter(remark -> DECLARED.contains(remark.kind()))
            .mapToInt(Remark::count)
            .sum();

    assertThat(LeftOut.of(trace, selected)).as(trace.source().file()).hasSize(declared);
  }
}
