package org.calque.codegen;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;
import static org.calque.trace.TraceTensor.floats;
import static org.calque.trace.TraceTensor.longs;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.calque.replay.Operand;
import org.calque.replay.Origin;
import org.calque.replay.ProgramBuilder;
import org.calque.replay.ReplayProgram;
import org.calque.replay.Result;
import org.calque.replay.Step;
import org.calque.replay.Storage;
import org.calque.runtime.AllocatorSettings;
import org.calque.runtime.Layout;
import org.calque.runtime.Replay;
import org.calque.runtime.ReplayException;
import org.calque.runtime.ReplayOptions;
import org.calque.runtime.Session;
import org.calque.runtime.Slot;
import org.calque.runtime.TensorInfo;
import org.calque.runtime.Workload;
import org.calque.trace.ExecutionTrace;
import org.calque.trace.ExecutionTraceReader;
import org.calque.trace.RealTraces;
import org.calque.trace.TraceJson;
import org.calque.trace.TraceTensor;
import org.calque.trace.TraceValue;
import org.junit.jupiter.api.Test;

/** Generated source, compiled and run on the real LibTorch. */
class GeneratedCodeRunsTest {
  private static final ExecutionTrace MLP = ExecutionTraceReader.read(RealTraces.mlp());
  private static final ReplayProgram PROGRAM = ProgramBuilder.build("mlp_train", MLP);

  private static Workload compiled(ReplayProgram program) {
    return CompiledBenchmark.of(GeneratedFrom.program(program, MLP, Origin.UNKNOWN)).workload();
  }

  private static RecordedResults results(ReplayProgram program) {
    return RecordedResults.of(compiled(program), program, 3);
  }

  private static RecordedResults results(TraceJson json) {
    ExecutionTrace trace = json.read();
    ReplayProgram program = ProgramBuilder.build("hand_made", trace);
    GeneratedBenchmark benchmark = GeneratedFrom.program(program, trace, Origin.UNKNOWN);
    return RecordedResults.of(CompiledBenchmark.of(benchmark).workload(), program, 2);
  }

  @Test
  void everyTensorOfTheSmallStepIsAsRecorded() {
    RecordedResults results = results(PROGRAM);

    assertThat(results.differences()).isEmpty();
    assertThat(results.compared()).isEqualTo(3 * placed(PROGRAM));
  }

  /** Schema 1.0.1 has no strides, so shapes and values are all there is to hold against it. */
  @Test
  void everyOperatorOfThePublicLinearTraceReplays() {
    ExecutionTrace linear =
        ExecutionTraceReader.read(RealTraces.fixture("param/linear_et.json.gz"));
    ReplayProgram program = ProgramBuilder.build("linear", linear);
    GeneratedBenchmark benchmark = GeneratedFrom.program(program, linear, Origin.UNKNOWN);
    try (Workload workload = CompiledBenchmark.of(benchmark).workload()) {
      workload.open(ReplayOptions.of(1));
      workload.step();
      Storage weights =
          program.storages().stream().filter(Storage::written).findFirst().orElseThrow();
      for (double value : workload.replay().session().read(weights.slots().get(0))) {
        assertThat(value).isFinite();
      }
    }
  }

  @Test
  void aWorkloadOpensItselfAndTrainsTowardsALowerLoss() {
    Workload workload = compiled(PROGRAM);
    try (workload) {
      workload.open(ReplayOptions.of(1));
      double[] before = workload.replay().session().read(1);
      workload.step();
      assertThat(workload.replay().session().read(1))
          .isNotEqualTo(before)
          .doesNotContain(Double.NaN);

      workload.replay().reset();
      assertThat(workload.replay().session().read(1)).isEqualTo(before);
    }
  }

  @Test
  void swappedOperandsAreNoticed() {
    ReplayProgram broken =
        withCall(
            "aten::mm", call -> withOperands(call, List.of(operand(call, 1), operand(call, 0))));

    assertThat(results(broken).differences()).isNotEmpty();
  }

  @Test
  void aWrongConstantIsNoticed() {
    ReplayProgram broken =
        withCall(
            "aten::sum.dim_IntList",
            call -> {
              List<Operand> operands = new ArrayList<>(call.operands());
              operands.set(2, new Operand.Constant(new TraceValue.Bool(false)));
              return withOperands(call, operands);
            });

    assertThat(results(broken).differences())
        .isNotEmpty()
        .first()
        .asString()
        .startsWith("aten::sum.dim_IntList: slot");
  }

  @Test
  void anOperatorThatTheEngineDoesNotKnowIsNamedWhenTheWorkloadOpens() {
    TraceJson json = new TraceJson();
    json.call("calque::unheard_of(Tensor self) -> Tensor").takes(floats(1, 8)).gives(floats(2, 8));
    Workload workload = CompiledBenchmark.of(GeneratedFrom.json("unknown", json)).workload();

    assertThatThrownBy(() -> workload.open(ReplayOptions.of(1)))
        .isInstanceOf(ReplayException.class)
        .hasMessageContaining("calque::unheard_of")
        .hasMessageContaining("1 of 1 operator calls");
  }

  @Test
  void anOperatorThatIsLeftOutLeavesWhatItReturnedInTheRecordedShape() {
    TraceJson json = new TraceJson();
    json.call("aten::relu(Tensor self) -> Tensor").takes(floats(1, 8)).gives(floats(2, 8));
    json.call("calque::unheard_of(Tensor self) -> (Tensor, Tensor[])")
        .takes(floats(2, 8))
        .gives(floats(3, 4, 6).strides(1, 4), List.of(floats(4, 2), floats(5)));
    json.call("aten::t(Tensor(a) self) -> Tensor(a)")
        .takes(floats(3, 4, 6).strides(1, 4))
        .gives(floats(3, 4, 6).view(6, 6, 4));
    json.call("aten::add.Tensor(Tensor self, Tensor other, *, Scalar alpha=1) -> Tensor")
        .takes(floats(4, 2), floats(5), 1L)
        .gives(floats(7, 2));
    json.call("aten::relu(Tensor self) -> Tensor")
        .takes(floats(3, 4, 6).view(6, 6, 4))
        .gives(floats(8, 6, 4));
    Map<String, List<TensorInfo>> seen = new HashMap<>();
    ReplayOptions options = ReplayOptions.of(1).withUncovered("skipped");
    Replay replay = Replay.open("unknown", 8, options, AllocatorSettings.NONE);
    Session session = replay.session();
    replay.wrap(
        (operator, results, call) ->
            () -> {
              call.run();
              seen.put(operator, results.stream().flatMap(r -> described(r, session)).toList());
            });

    try (Workload workload = CompiledBenchmark.of(GeneratedFrom.json("unknown", json)).workload()) {
      workload.bind(replay);
      for (int i = 0; i < 3; i++) {
        workload.step();
      }

      List<TensorInfo> made = seen.get("calque::unheard_of");
      assertThat(made).extracting(info -> info.layout().sizes().length).containsExactly(2, 1, 0);
      assertThat(made.get(0).layout())
          .isEqualTo(new Layout(new long[] {4, 6}, new long[] {1, 4}, 0));
      assertThat(seen.get("aten::t").get(0).storage()).isEqualTo(made.get(0).storage());
      assertThat(IntStream.range(1, 7).mapToObj(session::describe))
          .as("what was made in the step is freed by its end, what is left out included")
          .containsOnlyNulls();
    }
  }

  @Test
  void anOperatorThatCoverageCountsIsNotLeftOutWhereItsOperandsDoNotSuit() {
    TraceJson json = new TraceJson();
    json.call("aten::relu(Tensor self, Tensor other) -> Tensor")
        .takes(floats(1, 8), floats(2, 8))
        .gives(floats(3, 8));
    Workload workload = CompiledBenchmark.of(GeneratedFrom.json("unsuited", json)).workload();

    assertThatThrownBy(() -> workload.open(ReplayOptions.of(1).withUncovered("skipped")))
        .isInstanceOf(ReplayException.class)
        .hasMessageContaining("aten::relu")
        .hasMessageContaining("takes 1 arguments, but 2 were recorded");
  }

  private static Stream<TensorInfo> described(org.calque.runtime.Result result, Session session) {
    if (result instanceof org.calque.runtime.Result.Slots list) {
      return list.elements().stream().flatMap(element -> described(element, session));
    }
    return result instanceof Slot slot ? Stream.of(session.describe(slot.index())) : Stream.empty();
  }

  @Test
  void viewsAliasesListsAndEmptyTensorsAreAsRecorded() {
    TraceJson json = new TraceJson();
    TraceTensor x = floats(1, 4, 6);
    TraceTensor y = floats(2, 4, 6);
    json.call("aten::relu(Tensor self) -> Tensor").takes(x).gives(y);
    json.call("aten::t(Tensor(a) self) -> Tensor(a)").takes(y).gives(y.view(3, 6, 4).strides(1, 6));
    json.call(
            "aten::split.Tensor(Tensor(a -> *) self, SymInt split_size, int dim=0) -> Tensor(a)[]")
        .takes(y, 3L, 1L)
        .gives(List.of(y.view(4, 4, 3).strides(6, 1), y.view(5, 4, 3).strides(6, 1).at(3)));
    json.call("aten::sum(Tensor self, *, ScalarType? dtype=None) -> Tensor")
        .takes(y.view(5, 4, 3).strides(6, 1).at(3), null)
        .gives(floats(6));
    // A tensor object that no operator made, on memory of the step.
    json.call("aten::neg(Tensor self) -> Tensor").takes(y.view(7, 24)).gives(floats(8, 24));
    json.call("aten::cat(Tensor[] tensors, int dim=0) -> Tensor")
        .takes(List.of(floats(9, 0).on(0), floats(8, 24), floats(8, 24)), 0L)
        .gives(floats(10, 48));
    json.call(
            "aten::slice.Tensor(Tensor(a) self, int dim=0, SymInt? start=None, SymInt? end=None, SymInt step=1) -> Tensor(a)")
        .takes(floats(10, 48), 0L, 5L, 5L, 1L)
        .gives(floats(10, 48).view(11, 0).at(5));
    json.call("aten::abs(Tensor self) -> Tensor")
        .takes(floats(10, 48).view(11, 0).at(5))
        .gives(floats(12, 0).on(0));
    json.call("aten::neg(Tensor self) -> Tensor").takes(floats(12, 0).on(0)).gives(floats(13, 0));

    RecordedResults results = results(json);

    assertThat(results.differences()).isEmpty();
    // In each of two steps: relu, the second part, the alias, neg, cat, slice and abs.
    assertThat(results.compared()).isEqualTo(2 * 7);
  }

  @Test
  void indicesAndUndefinedTensorsAreAsRecorded() {
    TraceJson json = new TraceJson();
    json.call("aten::index.Tensor(Tensor self, Tensor?[] indices) -> Tensor")
        .takes(floats(1, 4, 6), Arrays.asList(TraceTensor.UNDEFINED, longs(2, 3)))
        .gives(floats(3, 4, 3));
    json.call("aten::linear(Tensor input, Tensor weight, Tensor? bias=None) -> Tensor")
        .takes(floats(3, 4, 3), floats(4, 5, 3), TraceTensor.UNDEFINED)
        .gives(floats(5, 4, 5));
    json.call("aten::neg(Tensor self) -> Tensor").takes(floats(5, 4, 5)).gives(floats(6, 4, 5));

    assertThat(results(json).differences()).isEmpty();
  }

  @Test
  void anInPlaceOperatorOnTwoThousandTensorsRuns() {
    List<TraceTensor> parameters = new ArrayList<>();
    List<TraceTensor> gradients = new ArrayList<>();
    for (int i = 0; i < 2_000; i++) {
      parameters.add(floats(10 + i, 2));
      gradients.add(floats(5_000 + i, 2));
    }
    TraceJson json = new TraceJson();
    json.call(
            "aten::_foreach_add_.List(Tensor(a!)[] self, Tensor[] other, *, Scalar alpha=1) -> ()")
        .takes(parameters, gradients, -0.5)
        .gives();
    ExecutionTrace trace = json.read();
    ReplayProgram program = ProgramBuilder.build("foreach", trace);
    GeneratedBenchmark benchmark = GeneratedFrom.program(program, trace, Origin.UNKNOWN);

    assertThat(benchmark.files()).containsKey("resources/org/calque/generated/Foreach.lists");
    try (Workload workload = CompiledBenchmark.of(benchmark).workload()) {
      workload.open(ReplayOptions.of(1));
      double[] parameter = workload.replay().session().read(1_999);
      double[] gradient = workload.replay().session().read(3_999);

      workload.step();

      assertThat(workload.replay().session().read(1_999)[1])
          .isCloseTo(parameter[1] - gradient[1] / 2, within(1e-6));
    }
  }

  /** Results of one step that are kept. */
  private static int placed(ReplayProgram program) {
    return (int)
        program.calls().stream()
            .flatMap(call -> call.results().stream())
            .filter(Result.Slot.class::isInstance)
            .count();
  }

  private static Operand operand(Step.OperatorCall call, int i) {
    return call.operands().get(i);
  }

  private static Step.OperatorCall withOperands(Step.OperatorCall call, List<Operand> operands) {
    return new Step.OperatorCall(
        call.operator(), call.schema(), operands, call.results(), call.provenance());
  }

  /** The small step with its first call of an operator replaced. */
  private static ReplayProgram withCall(String operator, UnaryOperator<Step.OperatorCall> change) {
    List<Step> steps = new ArrayList<>(PROGRAM.steps());
    for (int i = 0; i < steps.size(); i++) {
      if (steps.get(i) instanceof Step.OperatorCall call && call.operator().equals(operator)) {
        steps.set(i, change.apply(call));
        return new ReplayProgram(
            PROGRAM.workload(),
            PROGRAM.source(),
            PROGRAM.slots(),
            PROGRAM.storageOf(),
            PROGRAM.storages(),
            steps,
            PROGRAM.memory(),
            PROGRAM.phases(),
            PROGRAM.remarks());
      }
    }
    throw new AssertionError("no " + operator);
  }
}
