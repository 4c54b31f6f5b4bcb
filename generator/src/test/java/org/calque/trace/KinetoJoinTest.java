package org.calque.trace;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.zip.GZIPInputStream;
import org.assertj.core.data.Index;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Times of one recording at the nodes of another. */
class KinetoJoinTest {
  private static final Path TRACES = Path.of("src", "test", "resources", "traces");
  private static final Path OWN = Path.of("..", "generated-benchmarks", "traces");

  @ParameterizedTest
  @CsvSource({
    "mlp_train, 140",
    "bert_inference, 1233",
    "dlrm_train, 991",
    "gpt_train, 5989",
    "resnet50_train, 4662",
    "profiler_steps, 495",
    "compiled, 61"
  })
  void recordFunctionIdsJoinEveryNode(String recording, int nodes) {
    ExecutionTrace trace = ExecutionTraceReader.read(recorded(recording, ".et.json.gz"));
    KinetoTrace timeline = KinetoReader.read(recorded(recording, ".kineto.json.gz"));
    Timings timings = KinetoJoin.of(trace, timeline);
    assertThat(timings.join())
        .isEqualTo(
            new Timings.Join(Timings.Method.RECORD_FUNCTION, nodes, nodes, 0, 0, 1, 1, true, ""));
    assertNested(trace, timings);
  }

  @ParameterizedTest
  @CsvSource({
    "linear_et, linear_kineto, 928, 261, 10356, 39, 10",
    "resnet18_et_1.0.1, resnet_kineto, 1310, 335, 10113, 19, 5"
  })
  void amongManyStepsTheRecordedOneIsFoundByItsNames(
      String trace, String timeline, int nodes, int kernels, int all, int runs, int run) {
    Timings timings =
        KinetoJoin.of(
            ExecutionTraceReader.read(RealTraces.fixture("param/" + trace + ".json.gz")),
            KinetoReader.read(RealTraces.fixture("param/" + timeline + ".json.gz")));
    assertThat(timings.join())
        .isEqualTo(
            new Timings.Join(
                Timings.Method.NAME_SEQUENCE, nodes, nodes, kernels, all, runs, run, true, ""));
  }

  @ParameterizedTest
  @CsvSource({"linear_et, linear_kineto", "resnet18_et_1.0.1, resnet_kineto"})
  void deviceTimeIsThatOfTheKernelsLaunchedDuringTheStep(String traceFile, String timelineFile)
      throws IOException {
    ExecutionTrace trace =
        ExecutionTraceReader.read(RealTraces.fixture("param/" + traceFile + ".json.gz"));
    Path file = RealTraces.fixture("param/" + timelineFile + ".json.gz");
    Timings timings = KinetoJoin.of(trace, KinetoReader.read(file));

    // Where the step lies, by an operator that autograd has numbered; then all launched in it.
    JsonNode events = events(file);
    TraceNode numbered =
        trace.nodes().stream().filter(node -> node.sequence() >= 0).findFirst().orElseThrow();
    long zero =
        events
                .valueStream()
                .filter(
                    event ->
                        event.path("name").asString("").equals(numbered.name())
                            && event.path("args").path("Sequence number").asLong(-1)
                                == numbered.sequence())
                .findFirst()
                .orElseThrow()
                .path("ts")
                .asLong()
            - timings.startNanos(numbered.index()) / 1000;
    long end =
        IntStream.range(0, trace.size())
            .filter(timings::hasTime)
            .mapToLong(i -> timings.startNanos(i) + timings.durationNanos(i))
            .max()
            .orElseThrow();
    Map<Long, Long> launches = new HashMap<>();
    long expected = 0;
    for (JsonNode event : events) {
      if (event.path("cat").asString("").equals("cuda_runtime")) {
        launches.put(event.path("args").path("correlation").asLong(), event.path("ts").asLong());
      }
    }
    for (JsonNode event : events) {
      long launch = launches.getOrDefault(event.path("args").path("correlation").asLong(-1), -1L);
      if (isDevice(event) && launch >= zero && launch <= zero + end / 1000) {
        expected += event.path("dur").asLong() * 1000;
      }
    }
    assertThat(timings.deviceNanos(0)).isEqualTo(expected).isPositive();
    assertThat(timings.streams(0)).containsExactly(7);
  }

  @Test
  void aTimelineOfTheStepAfterTheRecordedOneIsJoinedOnEveryRank() {
    List<ExecutionTrace> traces = new ArrayList<>();
    ExecutionTraceReader.readAll(
        RealTraces.fixture("param/dlrm_pytorch_et.tar.gz"), ReadOptions.DEFAULT, traces::add);
    traces.sort(Comparator.comparing(trace -> trace.source().file()));
    List<KinetoTrace> timelines = new ArrayList<>();
    KinetoReader.readAll(
        RealTraces.fixture("param/dlrm_kineto.tar.gz"),
        ReadOptions.DEFAULT,
        entry -> true,
        timelines::add);
    timelines.sort(Comparator.comparing(timeline -> timeline.rank().orElseThrow()));
    int[] attached = {261, 262, 262, 273, 273, 261, 262, 262};
    for (int rank = 0; rank < 8; rank++) {
      KinetoTrace timeline = timelines.get(rank);
      Timings timings = KinetoJoin.of(traces.get(rank), timeline);
      assertThat(timings.join())
          .isEqualTo(
              new Timings.Join(
                  Timings.Method.NAME_SEQUENCE,
                  1672,
                  1672,
                  attached[rank],
                  timeline.deviceEvents(),
                  1,
                  1,
                  false,
                  ""));
      if (attached[rank] == timeline.deviceEvents()) {
        assertThat(timings.deviceNanos(0)).isEqualTo(timeline.deviceNanos());
      }
      assertThat(timings.streams(0)).containsExactly(7, 22, 24, 84);
      assertNested(traces.get(rank), timings);
    }
  }

  @Test
  void aPairWithoutRecordFunctionIdsIsJoinedByNames() {
    Timings timings =
        KinetoJoin.of(
            ExecutionTraceReader.read(RealTraces.fixture("hta/benchmark_simple_add_et.json.gz")),
            KinetoReader.read(RealTraces.fixture("hta/benchmark_simple_add_trace.json.gz")));
    assertThat(timings.join())
        .isEqualTo(new Timings.Join(Timings.Method.NAME_SEQUENCE, 36, 36, 4, 4, 1, 1, true, ""));
    assertThat(timings.deviceNanos(0)).isEqualTo(16_000);
  }

  @Test
  void laterStepsOfTheSameModelGiveTheTimesOfTheFirstOfThem() {
    Timings timings =
        KinetoJoin.of(
            ExecutionTraceReader.read(recorded("unrelated_timeline", ".et.json.gz")),
            KinetoReader.read(recorded("unrelated_timeline", ".kineto.json.gz")));
    assertThat(timings.join())
        .isEqualTo(new Timings.Join(Timings.Method.NAME_SEQUENCE, 134, 134, 0, 0, 3, 1, false, ""));
  }

  @Test
  void numbersOfAnotherProcessMeanNothing() {
    // Both have ids from 1; the trace is of another model.
    Timings timings =
        KinetoJoin.of(
            ExecutionTraceReader.read(recorded("compiled", ".et.json.gz")),
            KinetoReader.read(recorded("profiler_steps", ".kineto.json.gz")));
    assertThat(timings.join().joined()).isZero();
    assertThat(timings.join().method()).isEqualTo(Timings.Method.NONE);
  }

  @Test
  void aTimelineOfSomethingElseJoinsNothingAndSaysSo() {
    ExecutionTrace trace = ExecutionTraceReader.read(RealTraces.mlp());
    KinetoTrace timeline = KinetoReader.read(recorded("bert_inference", ".kineto.json.gz"));
    Timings timings = KinetoJoin.of(trace, timeline);
    assertThat(timings.join())
        .isEqualTo(
            new Timings.Join(
                Timings.Method.NONE,
                0,
                140,
                0,
                0,
                0,
                0,
                false,
                "what thread 1 of the trace calls (140 nodes) is nowhere in the timeline, and no"
                    + " record function ids lead there; record both at once"));
    assertThat(IntStream.range(0, trace.size()).filter(timings::hasTime)).isEmpty();
  }

  @Test
  void namesThatKinetoRewritesAreTheSameNames() {
    assertThat(EventNames.asKinetoWrites("back\\slash\nand \"quote\""))
        .isEqualTo("back/slashand \"quote\"");
    assertThat(EventNames.asKinetoWrites("grüße")).isEqualTo("unknown");
    Timings timings =
        KinetoJoin.of(
            ExecutionTraceReader.read(recorded("unescaped_names", ".et.json.gz")),
            KinetoReader.read(recorded("unescaped_names", ".kineto.json.gz")));
    assertThat(timings.join().joined()).isGreaterThanOrEqualTo(58);
  }

  @Test
  void noNodeIsEverJoinedWithAnotherName() {
    List<Path> traces = new ArrayList<>(RealTraces.all());
    traces.add(recorded("unrelated_timeline", ".et.json.gz"));
    traces.add(recorded("profiler_steps", ".et.json.gz"));
    for (String timelineName : new String[] {"unrelated_timeline", "mlp_train", "gpt_train"}) {
      KinetoTrace timeline = KinetoReader.read(recorded(timelineName, ".kineto.json.gz"));
      for (Path file : traces) {
        ExecutionTrace trace = ExecutionTraceReader.read(file);
        EventNames names = new EventNames(trace.columns(), timeline);
        EventMatch match =
            RecordFunctionMatch.of(trace, timeline, names)
                .orElseGet(
                    () -> SequenceMatch.of(trace, timeline, new CpuThreads(timeline), names));
        for (int node = 0; node < trace.size(); node++) {
          if (match.rows()[node] >= 0) {
            assertThat(timeline.symbols().text(timeline.cpu().name(match.rows()[node])))
                .isEqualTo(trace.at(node).name());
          }
        }
      }
    }
  }

  @Test
  void whichOfEqualNamesIsMissingIsNotGuessed() {
    TraceJson trace = new TraceJson();
    KinetoJson timeline = new KinetoJson();
    for (int i = 0; i < 30; i++) {
      boolean repeated = i >= 10 && i < 14;
      String name = repeated ? "aten::zero_" : "aten::op" + i;
      trace.call(name + "() -> ()");
      if (i != 12) {
        timeline.operator(name, 1, i * 10, 5);
      }
    }
    Timings timings = KinetoJoin.of(trace.read(), timeline.read());
    assertThat(timings.join().joined()).isEqualTo(26);
    assertThat(timings.join().remark())
        .isEqualTo(
            "thread 0 is there with a few names more or less; 4 of its 30 nodes have no time");
    for (int i = 0; i < 30; i++) {
      assertThat(timings.hasTime(i + 1)).isEqualTo(i < 10 || i >= 14);
      assertThat(timings.startNanos(i + 1)).isEqualTo(timings.hasTime(i + 1) ? i * 10_000L : -1);
    }
  }

  @Test
  void manyStepsWithAFurtherOperatorAreCutAtTheNameThatIsThereOnce() {
    TraceJson trace = new TraceJson();
    KinetoJson timeline = new KinetoJson();
    for (int step = 0; step < 5; step++) {
      for (int i = 0; i < 40; i++) {
        String name = i == 20 ? "Optimizer.step#SGD.step" : "aten::op" + i % 19;
        if (step == 0) {
          trace.call(name + "() -> ()");
        }
        if (i != 33) {
          timeline.operator(name, 1, step * 1000 + i * 10, 5);
        }
      }
    }
    Timings.Join join = KinetoJoin.of(trace.read(), timeline.read()).join();
    assertThat(join.joined()).isGreaterThanOrEqualTo(38);
    assertThat(join.runs()).isGreaterThanOrEqualTo(4);
  }

  @Test
  void aThreadWithAMissingOperatorIsStillFoundInTheRecordedStep() {
    TraceJson trace = new TraceJson();
    KinetoJson timeline = new KinetoJson();
    for (int step = 0; step < 3; step++) {
      for (int i = 0; i < 60; i++) {
        long thread = i < 20 ? 1 : 2;
        String name = "aten::op" + i;
        if (step == 0) {
          trace.call(name + "() -> ()").attribute("tid", thread).attribute("seq_id", i + 160L);
        }
        if (step != 1 || i != 7) {
          timeline.operator(
              name, (int) thread, step * 1000 + i * 10, 5, "Sequence number", step * 100 + 60 + i);
        }
      }
    }
    Timings timings = KinetoJoin.of(trace.read(), timeline.read());
    assertThat(timings.join().recorded()).isTrue();
    assertThat(timings.join().joined()).isEqualTo(59);
    assertThat(timings.startNanos(60)).isEqualTo(590_000);
    assertThat(timings.join().remark())
        .isEqualTo(
            "thread 1 is there with a few names more or less; 1 of its 20 nodes have no time");
  }

  @Test
  void kernelsCountForTheOperatorThatLaunchedThemAndForWhatIsAroundIt() {
    TraceJson trace = new TraceJson();
    TraceJson.Node outer = trace.call("aten::linear() -> ()");
    trace.call("aten::mm() -> ()").inside(outer);
    trace.call("aten::relu() -> ()");
    KinetoTrace timeline =
        new KinetoJson()
            .operator("aten::linear", 7, 100, 50.25)
            .operator("aten::mm", 7, 110, 20)
            .operator("aten::relu", 7, 160, 10)
            .launch(1, 7, 105)
            .launch(2, 7, 115)
            .launch(3, 7, 135)
            .launch(4, 7, 165)
            .launch(5, 7, 175)
            .kernel(1, 20, 1000, 1.5)
            .kernel(2, 7, 1000, 2)
            .kernel(2, 7, 1010, 4)
            .kernel(3, 7, 1020, 8)
            .kernel(4, 9, 1030, 16)
            .kernel(5, 7, 1040, 32)
            .kernel(6, 7, 1050, 64)
            .read();
    Timings timings = KinetoJoin.of(trace.read(), timeline);
    assertThat(timings.join().attached()).isEqualTo(5);
    assertThat(timings.join().deviceEvents()).isEqualTo(7);
    assertThat(timings.deviceNanos(2)).isEqualTo(6_000);
    assertThat(timings.deviceEvents(2)).isEqualTo(2);
    assertThat(timings.streams(2)).containsExactly(7);
    assertThat(timings.deviceNanos(1)).isEqualTo(15_500);
    assertThat(timings.streams(1)).containsExactly(7, 20);
    assertThat(timings.deviceNanos(3)).isEqualTo(16_000);
    assertThat(timings.deviceNanos(0)).isEqualTo(31_500);
    assertThat(timings.streams(0)).containsExactly(7, 9, 20);
    assertThat(timings.durationNanos(1)).isEqualTo(50_250);
    assertThat(timings.gaps(new int[] {1, 3})).containsExactly(-1, 9_750);
    assertThat(timings.hasTime(0)).isFalse();
  }

  @Test
  void threadsAreJoinedEachWithItsOwn() {
    TraceJson trace = new TraceJson();
    KinetoJson timeline = new KinetoJson();
    for (int i = 0; i < 20; i++) {
      trace.call("aten::forward" + i + "() -> ()").attribute("tid", 1L);
      timeline.operator("aten::forward" + i, 50, i * 10, 5);
    }
    for (int i = 0; i < 5; i++) {
      trace.call("aten::backward" + i + "() -> ()").attribute("tid", 2L);
      timeline.operator("aten::backward" + i, 60, 200 + i * 10, 4);
    }
    trace.call("aten::copy_() -> ()").attribute("tid", 3L);
    timeline.operator("aten::copy_", 70, 260, 1).operator("aten::copy_", 70, 262, 1);
    Timings timings = KinetoJoin.of(trace.read(), timeline.read());
    assertThat(timings.join().joined()).isEqualTo(25);
    assertThat(timings.join().remark()).isEqualTo("thread 3 (1 nodes) is not in that step");
    assertThat(timings.gaps(IntStream.rangeClosed(1, 25).toArray()))
        .startsWith(-1, 5_000, 5_000)
        .endsWith(6_000, 6_000)
        .contains(-1, Index.atIndex(20));
  }

  @Test
  void gapsAndOperatorsFillTheTimeOfAThread() {
    ExecutionTrace trace = ExecutionTraceReader.read(RealTraces.mlp());
    Timings timings =
        KinetoJoin.of(trace, KinetoReader.read(recorded("mlp_train", ".kineto.json.gz")));
    int[] outermost =
        IntStream.range(0, trace.size())
            .filter(i -> trace.at(i).isOperator() && !isInOperator(trace, i))
            .toArray();
    long[] gaps = timings.gaps(outermost);
    assertThat(gaps[0]).isEqualTo(Timings.UNKNOWN);
    int last = outermost[outermost.length - 1];
    assertThat(
            Arrays.stream(gaps).skip(1).sum()
                + Arrays.stream(outermost).mapToLong(timings::durationNanos).sum())
        .isEqualTo(
            timings.startNanos(last)
                + timings.durationNanos(last)
                - timings.startNanos(outermost[0]));
  }

  @Test
  void aTraceKeepsItsTimes() {
    ExecutionTrace trace = ExecutionTraceReader.read(RealTraces.mlp());
    Timings timings =
        KinetoJoin.of(trace, KinetoReader.read(recorded("mlp_train", ".kineto.json.gz")));
    assertThat(trace.timings()).isEmpty();
    assertThat(trace.withTimings(timings).timings()).containsSame(timings);
    assertThat(trace.withTimings(timings).nodes()).isEqualTo(trace.nodes());
  }

  private static boolean isInOperator(ExecutionTrace trace, int index) {
    int parent = trace.parentIndex(index);
    return parent >= 0 && (trace.at(parent).isOperator() || isInOperator(trace, parent));
  }

  /** A node lies in the time of its parent where both ran on one thread. */
  private static void assertNested(ExecutionTrace trace, Timings timings) {
    for (int i = 0; i < trace.size(); i++) {
      int parent = trace.parentIndex(i);
      if (parent >= 0 && timings.hasTime(i) && timings.hasTime(parent)) {
        assertThat(timings.startNanos(i)).isGreaterThanOrEqualTo(timings.startNanos(parent));
        // Whole microseconds: an end may be one late.
        assertThat(timings.startNanos(i) + timings.durationNanos(i))
            .isLessThanOrEqualTo(
                timings.startNanos(parent) + timings.durationNanos(parent) + 1_000);
      }
    }
  }

  private static boolean isDevice(JsonNode event) {
    String category = event.path("cat").asString("");
    return category.equals("kernel")
        || category.equals("gpu_memcpy")
        || category.equals("gpu_memset");
  }

  private static JsonNode events(Path file) throws IOException {
    try (InputStream json = new GZIPInputStream(Files.newInputStream(file))) {
      return JsonMapper.shared().readTree(json).path("traceEvents");
    }
  }

  private static Path recorded(String name, String end) {
    Path own = OWN.resolve(name + end);
    return Files.exists(own) ? own : TRACES.resolve(name + end);
  }
}
