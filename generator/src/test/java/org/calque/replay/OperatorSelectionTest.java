package org.calque.replay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.calque.trace.TraceTensor.floats;

import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import org.calque.trace.ExecutionTrace;
import org.calque.trace.ExecutionTraceReader;
import org.calque.trace.RealTraces;
import org.calque.trace.TraceJson;
import org.calque.trace.TraceNode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Which nodes of a trace are replayed, and what is said of the others. */
class OperatorSelectionTest {
  private static final String RELU = "aten::relu(Tensor self) -> Tensor";
  private static final String ALLREDUCE = "c10d::allreduce_(Tensor[] tensors) -> (Tensor[], int)";

  private final TraceJson json = new TraceJson();

  private TraceJson.Node relu() {
    return json.call(RELU).takes(floats(1, 8)).gives(floats(2, 8));
  }

  private TraceJson.Node comms(String collective) {
    return json.label("record_param_comms").attribute("scope", 0L).takes(47L, 0L, collective);
  }

  private static OperatorSelection selection(ExecutionTrace trace, Long... expanded) {
    RecordedSteps steps = RecordedSteps.of(trace);
    BitSet positions = new BitSet();
    Arrays.stream(expanded).forEach(id -> positions.set(trace.node(id).index()));
    return OperatorSelection.of(trace, steps, steps.choose(Optional.empty()), positions);
  }

  private List<Long> selected(Long... expanded) {
    ExecutionTrace trace = json.read();
    return selection(trace, expanded).nodes().stream()
        .mapToObj(trace::at)
        .map(TraceNode::id)
        .toList();
  }

  private List<Remark> remarks() {
    return selection(json.read()).remarks();
  }

  @Test
  void theOutermostOperatorsAreSelected() {
    TraceJson.Node label = json.label("block");
    TraceJson.Node outer = relu().inside(label);
    TraceJson.Node between = json.label("inside").inside(outer);
    relu().inside(between);

    assertThat(selected()).containsExactly(outer.id());
    assertThat(remarks()).isEmpty();
  }

  @Test
  void anExpandedOperatorStandsAsideForWhatItCalled() {
    TraceJson.Node outer = relu();
    TraceJson.Node called = relu().inside(outer);
    relu().inside(called);

    assertThat(selected(outer.id())).containsExactly(called.id());
  }

  @Test
  void oneStepOfSeveralIsSelectedAndTheOthersAreCounted() {
    relu();
    json.label("ProfilerStep#4");
    TraceJson.Node first = relu();
    relu().inside(first);
    TraceJson.Node second = relu();
    TraceJson.Node last = json.label("ProfilerStep#5");
    relu().inside(last);
    relu();
    relu();

    assertThat(selected()).containsExactly(first.id(), second.id());
    assertThat(remarks())
        .containsExactly(
            new Remark("step", "ProfilerStep#4", 2),
            new Remark("other-step", "ProfilerStep#5", 1),
            new Remark("outside-steps", "", 3));
  }

  @Test
  void whatTheProfilerAndCommunicationDoInOtherStepsIsNotCounted() {
    json.label("ProfilerStep#4");
    relu();
    json.label("ProfilerStep#5");
    json.call("profiler::_record_function_enter_new(str name) -> Tensor").takes("x");
    comms("allreduce");
    json.call(ALLREDUCE).takes(List.of(floats(1, 8)));

    assertThat(remarks()).containsExactly(new Remark("step", "ProfilerStep#4", 1));
  }

  @Test
  void loadingDataIsNoWorkOfTheModel() {
    TraceJson.Node loader = json.label("enumerate(DataLoader)#_SingleProcessDataLoaderIter");
    TraceJson.Node collate = json.label("collate").inside(loader);
    TraceJson.Node stack = relu().inside(collate);
    relu().inside(stack);
    relu().inside(loader);
    TraceJson.Node work = relu();

    assertThat(selected()).containsExactly(work.id());
    assertThat(remarks()).containsExactly(new Remark("left-out-dataloader", "aten::relu", 2));
  }

  @Test
  void anOperatorThatCommunicatesStandsAsideAndIsCountedByWhatItRecords() {
    TraceJson.Node allreduce = json.call(ALLREDUCE).takes(List.of(floats(1, 8)));
    TraceJson.Node copy = relu().inside(allreduce);
    TraceJson.Node record = comms("allreduce").inside(allreduce);
    relu().inside(record);
    comms("wait");

    assertThat(selected()).containsExactly(copy.id());
    assertThat(remarks())
        .containsExactly(
            new Remark("communication", "allreduce", 1), new Remark("communication", "wait", 1));
  }

  @Test
  void communicationThatNothingRecordsIsCountedByItsOperator() {
    json.call(ALLREDUCE).takes(List.of(floats(1, 8)));

    assertThat(remarks()).containsExactly(new Remark("communication", "c10d::allreduce_", 1));
  }

  @Test
  void communicationInsideAnOperatorIsPartOfIt() {
    TraceJson.Node outer = relu();
    comms("allreduce").inside(outer);

    assertThat(remarks()).isEmpty();
  }

  @Test
  void kernelsWithoutASchemaAreCounted() {
    json.label("triton_fused").attribute("scope", 0L).takes(floats(1, 8));

    assertThat(remarks()).containsExactly(new Remark("without-schema", "triton_fused", 1));
  }

  @Test
  void aFunctionThatCommunicatesIsCountedByWhatItCalls() {
    TraceJson.Node function =
        json.label("All2All_Pooled_Wait").attribute("scope", 0L).takes(floats(1, 8));
    comms("wait").inside(function);
    TraceJson.Node view = relu().inside(function);

    assertThat(selected()).containsExactly(view.id());
    assertThat(remarks()).containsExactly(new Remark("communication", "wait", 1));
  }

  @Test
  void aFunctionWhoseCommunicationNothingRecordsIsNoKernelEither() {
    TraceJson.Node outer = timed(kernel("custom_step"), 0, 100);
    TraceJson.Node function = timed(kernel("Reduce").inside(outer), 10, 60);
    timed(json.call(ALLREDUCE).takes(List.of(floats(1, 8))).inside(function), 20, 40);

    assertThat(remarks())
        .containsExactly(new Remark("communication", "c10d::allreduce_", 1, 40_000));
  }

  @Test
  void theTimeOfAKernelIsWithoutThatOfWhatIsCountedForItself() {
    TraceJson.Node outer = timed(kernel("custom_step"), 0, 100);
    timed(relu().inside(outer), 5, 20);
    TraceJson.Node inner = timed(kernel("custom_part").inside(outer), 30, 40);
    timed(relu().inside(timed(relu().inside(inner), 35, 12)), 36, 9);

    assertThat(remarks())
        .containsExactly(
            new Remark("without-schema", "custom_part", 1, 28_000),
            new Remark("without-schema", "custom_step", 1, 40_000));
  }

  private TraceJson.Node kernel(String name) {
    return json.label(name).attribute("scope", 0L).takes(floats(1, 8));
  }

  /** Start and duration in microseconds, as a linker merges them. */
  private static TraceJson.Node timed(TraceJson.Node node, long start, long micros) {
    return node.field("ts", start).field("inclusive_dur", micros);
  }

  @Test
  void partsOfTheReducerAreNoKernels() {
    TraceJson.Node part =
        json.label("torch::distributed::reducer::mul_out")
            .attribute("scope", 0L)
            .takes(floats(1, 8));
    relu().inside(part);

    assertThat(remarks()).isEmpty();
  }

  /**
   * The sums are those of et_replay, which selects the outermost nodes with a schema, the records
   * of communication among them; the linear trace and the ones of one process have none of the
   * latter.
   */
  @ParameterizedTest
  @CsvSource({
    "param/linear_et.json.gz, 320, 0",
    "param/resnet18_et_1.0.1.json.gz, 239, 0",
    "param/resnet_1gpu_et_1.0.3.json.gz, 1228, 9",
    "param/resnet_et.json.gz, 1228, 9",
    "hta/benchmark_simple_add_et.json.gz, 10, 0",
    "astra-sim/megatron_et_0.json.gz, 2160, 170",
    "astra-sim/megatron_et_1.json.gz, 2160, 170"
  })
  void ofPublicTracesTheOperatorsAreThoseThatEtReplaySelects(
      String file, int operators, int communication) {
    OperatorSelection selection = selection(ExecutionTraceReader.read(RealTraces.fixture(file)));

    assertThat(selection.nodes().size()).isEqualTo(operators);
    assertThat(
            selection.remarks().stream()
                .filter(remark -> remark.kind().equals("communication"))
                .mapToInt(Remark::count)
                .sum())
        .isEqualTo(communication);
  }
}
