package org.calque.replay;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import org.calque.trace.ExecutionTrace;
import org.calque.trace.ExecutionTraceReader;
import org.calque.trace.ReadOptions;
import org.calque.trace.RealTraces;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * What is selected of public traces, as counted by hand: operators, communication, Triton kernels,
 * and operators that load data.
 */
class PublicTracesSelectionTest {

  @ParameterizedTest
  @CsvSource({
    "param/linear_et.json.gz, 320, 0, 0, 0",
    "param/resnet18_et_1.0.1.json.gz, 239, 0, 0, 10",
    "param/dlrm_pytorch_et.tar.gz, 480, 13, 0, 157",
    "param/resnet_1gpu_et_1.0.3.json.gz, 1228, 9, 0, 0",
    "param/resnet_et.json.gz, 1228, 9, 0, 0",
    "param/resnet_1gpu_et.json.tar.gz, 1228, 9, 0, 0",
    "param/hf_GPT2_et.json.tar.gz, 8581, 0, 0, 0",
    "param/pt2_et.json.tar.gz, 1, 0, 1, 0",
    "hta/benchmark_simple_add_et.json.gz, 10, 0, 0, 0",
    "chakra/all_gather_1.0.2-chakra.0.0.4.tgz, 100, 20, 0, 0",
    "astra-sim/megatron_et_0.json.gz, 2160, 170, 0, 0",
    "astra-sim/megatron_et_1.json.gz, 2160, 170, 0, 0"
  })
  void everythingIsAnOperatorOrNamed(
      String file, int operators, int communication, int triton, int loading) {
    List<ExecutionTrace> traces = new ArrayList<>();
    ExecutionTraceReader.readAll(RealTraces.fixture(file), ReadOptions.DEFAULT, traces::add);

    for (ExecutionTrace trace : traces) {
      RecordedSteps steps = RecordedSteps.of(trace);
      OperatorSelection selection =
          OperatorSelection.of(trace, steps, steps.choose(Optional.empty()), new BitSet());

      assertThat(selection.nodes().size()).isEqualTo(operators);
      assertThat(count(selection, "communication", "")).isEqualTo(communication);
      assertThat(count(selection, "without-schema", "triton_")).isEqualTo(triton);
      assertThat(count(selection, "without-schema", "torch")).as("of PyTorch itself").isZero();
      assertThat(count(selection, "left-out-dataloader", "")).isEqualTo(loading);
    }
  }

  private static int count(OperatorSelection selection, String kind, String prefix) {
    return selection.remarks().stream()
        .filter(remark -> remark.kind().equals(kind) && remark.subject().startsWith(prefix))
        .mapToInt(Remark::count)
        .sum();
  }
}
