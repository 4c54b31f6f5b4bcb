package org.calque.trace;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Every schema that public traces have, read whole: nodes and operators as counted by hand. */
class PublicTracesTest {

  @ParameterizedTest
  @CsvSource({
    "param/linear_et.json.gz, 1.0.1, 1, 931, 710",
    "param/resnet18_et_1.0.1.json.gz, 1.0.1, 1, 1313, 975",
    "param/dlrm_pytorch_et.tar.gz, 1.0.1, 8, 1675, 1485",
    "param/resnet_1gpu_et_1.0.3.json.gz, 1.0.3-chakra.0.0.4, 1, 14391, 10818",
    "param/resnet_et.json.gz, 1.1.0-chakra.0.0.4, 1, 14392, 10818",
    "param/resnet_1gpu_et.json.tar.gz, 1.1.1-chakra.0.0.4, 1, 14392, 10818",
    "param/hf_GPT2_et.json.tar.gz, 1.1.0-chakra.0.0.4, 1, 27156, 21558",
    "param/pt2_et.json.tar.gz, 1.1.1-chakra.0.0.4, 1, 20, 2",
    "hta/benchmark_simple_add_et.json.gz, 1.0.1, 1, 38, 28",
    "chakra/all_gather_1.0.2-chakra.0.0.4.tgz, 1.0.2-chakra.0.0.4, 1, 263, 220",
    "astra-sim/megatron_et_0.json.gz, 1.0.1, 1, 5424, 4363",
    "astra-sim/megatron_et_1.json.gz, 1.0.1, 1, 5424, 4363"
  })
  void nothingIsLostAndNothingRepaired(
      String file, String schema, int traces, int nodes, int operators) {
    List<ExecutionTrace> read = readAll(RealTraces.fixture(file));

    assertThat(read).hasSize(traces);
    for (ExecutionTrace trace : read) {
      assertThat(trace.source().schema()).isEqualTo(schema);
      assertThat(trace.size()).isEqualTo(nodes);
      assertThat(trace.nodes().stream().filter(TraceNode::isOperator)).hasSize(operators);
      assertThat(trace.repairs()).isEmpty();
      assertThat(trace.warnings()).isEmpty();
    }
  }

  @ParameterizedTest
  @CsvSource({
    "param/linear_et.json.gz",
    "param/dlrm_pytorch_et.tar.gz",
    "param/hf_GPT2_et.json.tar.gz",
    "astra-sim/megatron_et_0.json.gz"
  })
  void everyNodeComesAfterItsParentAndIsFoundByItsId(String file) {
    for (ExecutionTrace trace : readAll(RealTraces.fixture(file))) {
      int roots = 0;
      for (TraceNode node : trace.nodes()) {
        assertThat(trace.node(node.id())).isEqualTo(node);
        assertThat(trace.parentIndex(node.index())).isLessThan(node.index());
        roots += trace.parent(node).isEmpty() ? 1 : 0;
        trace.children(node).forEach(child -> assertThat(trace.parent(child)).hasValue(node));
      }
      assertThat(roots).isOne();
    }
  }

  static List<ExecutionTrace> readAll(Path file) {
    List<ExecutionTrace> traces = new ArrayList<>();
    ExecutionTraceReader.readAll(file, ReadOptions.DEFAULT, traces::add);
    return traces;
  }
}
