package org.calque.trace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import java.util.zip.GZIPInputStream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Kineto traces as they are found: recorded, packed, damaged, hostile. */
class KinetoReaderTest {
  private static final Path TRACES = Path.of("src", "test", "resources", "traces");
  private static final Path MLP = TRACES.resolve("mlp_train.kineto.json.gz");

  @TempDir private Path folder;

  @ParameterizedTest
  @CsvSource({
    "param/linear_kineto.json.gz, 37078, 14515, 10356",
    "param/resnet_kineto.json.gz, 39506, 25928, 10113",
    "hta/benchmark_simple_add_trace.json.gz, 36, 15, 4",
    "hta/mi250_minitoy_train_ROCm6_2_kineto.json.gz, 73, 21, 16",
    "hta/event_sync_trace.json.gz, 11, 12, 5",
    "hta/triton_example.json.gz, 4, 2, 1"
  })
  void everyEventOfAPublicTimelineIsRead(String file, int cpu, int launches, int device) {
    KinetoTrace timeline = KinetoReader.read(RealTraces.fixture(file));
    assertThat(timeline.cpuEvents()).isEqualTo(cpu);
    assertThat(timeline.launches().size()).isEqualTo(launches);
    assertThat(timeline.deviceEvents()).isEqualTo(device);
    assertThat(timeline.repairs()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "param/linear_kineto.json.gz, 10356",
    "param/resnet_kineto.json.gz, 10113",
    "hta/benchmark_simple_add_trace.json.gz, 4",
    "hta/mi250_minitoy_train_ROCm6_2_kineto.json.gz, 16",
    "hta/event_sync_trace.json.gz, 5",
    "hta/triton_example.json.gz, 1"
  })
  void everyKernelOfAPublicTimelineHasTheOperatorThatLaunchedIt(String file, int kernels) {
    KinetoTrace timeline = KinetoReader.read(RealTraces.fixture(file));
    LaunchOwners owners = new LaunchOwners(timeline, new CpuThreads(timeline));
    assertThat(IntStream.range(0, timeline.deviceEvents()).filter(i -> owners.owner(i) >= 0))
        .hasSize(kernels);
  }

  @Test
  void fractionsOfMicrosecondsAreExact() {
    KinetoTrace timeline = KinetoReader.read(MLP);
    assertThat(timeline.baseNanos()).isEqualTo(1_790_857_026_000_000_000L);
    assertThat(timeline.cpu().start(0)).isEqualTo(5_155_408_286_253_815L);
    assertThat(timeline.cpu().duration(0)).isEqualTo(2_969_422);
  }

  @ParameterizedTest
  @CsvSource({
    "1689360788493697, 1689360788493697000",
    "1689360788493697.123, 1689360788493697123",
    "0.0004, 0",
    "0.0005, 1",
    "-2.5, -2500",
    "7.25, 7250",
    "3e2, 300000"
  })
  void timesAreReadToTheNanosecond(String micros, long nanos) {
    KinetoTrace timeline =
        KinetoJson.read(
            "{\"traceEvents\": [{\"ph\": \"X\", \"cat\": \"cpu_op\", \"name\": \"aten::add\","
                + " \"pid\": 1, \"tid\": 1, \"ts\": "
                + micros
                + ", \"dur\": 1}]}");
    assertThat(timeline.cpu().start(0)).isEqualTo(nanos);
  }

  @Test
  void oneOfManyInAnArchiveIsReadAlone() {
    Path archive = RealTraces.fixture("param/dlrm_kineto.tar.gz");
    List<KinetoTrace> chosen = new ArrayList<>();
    List<String> others =
        KinetoReader.readAll(
            archive, ReadOptions.DEFAULT, entry -> entry.contains("worker3"), chosen::add);
    assertThat(chosen).singleElement().satisfies(t -> assertThat(t.rank()).hasValue(3));
    assertThat(others).hasSize(7);
    assertThatThrownBy(() -> KinetoReader.read(archive))
        .isInstanceOf(TraceFormatException.class)
        .hasMessageContaining("it has 8 timelines where one is wanted: ");
  }

  @Test
  void aTimelineBesideItsTraceInAZipIsFound() throws IOException {
    Path archive = folder.resolve("both.zip");
    try (ZipOutputStream zip = new ZipOutputStream(Files.newOutputStream(archive))) {
      zip.putNextEntry(new ZipEntry("a/mlp.et.json.gz"));
      Files.copy(RealTraces.mlp(), zip);
      zip.putNextEntry(new ZipEntry("a/mlp.kineto.json.gz"));
      Files.copy(MLP, zip);
    }
    KinetoTrace timeline = KinetoReader.read(archive);
    assertThat(timeline.cpuEvents()).isEqualTo(140);
    assertThat(timeline.source().file()).isEqualTo("both.zip!a/mlp.kineto.json.gz");
  }

  @Test
  void namesThatAreNotEscapedAreReadAsTheyAre() {
    KinetoTrace timeline = KinetoReader.read(TRACES.resolve("unescaped_names.kineto.json.gz"));
    assertThat(names(timeline))
        .hasSize(60)
        .contains(
            "the \"quoted\" label",
            "mean \", \"ctrl_deps\": 1, \"id\": 99, \"name\": \"aten::add",
            "{braces} [brackets], commas",
            "");
    assertThat(timeline.repairs())
        .extracting(Repair::kind)
        .containsExactly(Repair.Kind.UNESCAPED_TEXT);
  }

  @Test
  void aFileThatEndsAnywhereGivesTheEventsBeforeThatPlace() throws IOException {
    byte[] whole = mlp().getBytes(StandardCharsets.UTF_8);
    int events = 0;
    for (int length = 0; length < whole.length - 2; length += 97) {
      Path file = Files.write(folder.resolve("cut.json"), Arrays.copyOf(whole, length));
      try {
        KinetoTrace timeline = KinetoReader.read(file);
        assertThat(timeline.cpuEvents()).isGreaterThanOrEqualTo(events);
        assertThat(timeline.repairs()).extracting(Repair::kind).contains(Repair.Kind.CUT_OFF);
        events = timeline.cpuEvents();
      } catch (TraceFormatException e) {
        assertThat(events).as("events before the cut at %s", length).isZero();
        assertThat(e).message().isNotBlank().doesNotContain("\n");
      }
    }
    assertThat(events).isEqualTo(140);
  }

  @Test
  void aCutGzipGivesTheEventsBeforeTheCut() throws IOException {
    byte[] whole = Files.readAllBytes(MLP);
    Path file = folder.resolve("cut.json.gz");
    Files.write(file, Arrays.copyOf(whole, whole.length * 2 / 3));
    KinetoTrace timeline = KinetoReader.read(file);
    assertThat(timeline.cpuEvents()).isBetween(60, 120);
    assertThat(timeline.repairs()).extracting(Repair::kind).contains(Repair.Kind.CUT_OFF);
  }

  @Test
  void anEventThatCannotBeReadIsTheOnlyOneLost() throws IOException {
    String broken = mlp().replaceFirst("\"dur\": 271.034", "\"dur\": 27,1.0,34 oh no");
    KinetoTrace timeline = KinetoJson.read(broken);
    assertThat(timeline.cpuEvents()).isEqualTo(139);
    assertThat(timeline.repairs()).extracting(Repair::kind).contains(Repair.Kind.UNREADABLE_NODE);
  }

  @Test
  void wordsThatAreNoNumbersAndCommasTooManyOrTooFewAreRead() {
    String text =
        """
        {"schemaVersion": 1, "traceEvents": [
          {"ph": "X", "cat": "cpu_op", "name": "a", "pid": 1, "tid": 1, "ts": 1, "dur": 1,
           "args": {"x": nan, "External Id": "7", "Ev Idx": "0", "y": -inf,}},
          {"ph": "X", "cat": "cpu_op", "name": "b", "pid": 1, "tid": 1, "ts": 2, "dur": 1, "args": {}}
          {"ph": "X", "cat": "cpu_op", "name": "c", "pid": 1, "tid": 1, "ts": 3, "dur": 1},
        ],
        }
        """;
    KinetoTrace timeline = KinetoJson.read(text);
    assertThat(names(timeline)).containsExactly("a", "b", "c");
    assertThat(timeline.cpu().externalId(0)).isEqualTo(7);
    assertThat(timeline.cpu().eventIndex(0)).isZero();
    assertThat(timeline.repairs())
        .extracting(Repair::kind)
        .containsExactly(Repair.Kind.STRAY_COMMA, Repair.Kind.MISSING_COMMA);
  }

  @Test
  void aDamagedFileIsAnErrorWhereItHasToBeWhole() throws IOException {
    String cut = mlp().substring(0, 20_000);
    ReadOptions strict = new ReadOptions(ReadLimits.DEFAULT, true, bytes -> {});
    assertThatThrownBy(() -> KinetoJson.read(cut, strict))
        .isInstanceOf(TraceFormatException.class)
        .hasMessageContaining("the file is cut off")
        .hasMessageContaining("--strict");
  }

  @Test
  void anExecutionTraceIsNoTimeline() {
    assertThatThrownBy(() -> KinetoReader.read(RealTraces.mlp()))
        .isInstanceOf(TraceFormatException.class)
        .hasMessageEndingWith("an execution trace, not a Kineto trace; give it as the trace");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "{",
        "[]",
        "{}",
        "null",
        "PK",
        "hello",
        "{\"traceEvents\": 3}",
        "{\"traceEvents\": []}",
        "{\"traceEvents\": [{\"ph\": \"X\"}]}",
        "{\"traceEvents\": [1, 2, \"x\", {]}",
        "{\"traceEvents\": [{\"ph\": \"X\", \"cat\": \"cpu_op\", \"ts\": 1e999, \"dur\": 1}]}",
        "{\"traceEvents\": [{\"ph\": \"X\", \"cat\": \"cpu_op\", \"ts\": 99999999999999999999}]}",
        "{\"workload_graph\": [], \"workload_name\": \"x\"}"
      })
  void anythingElseIsAnErrorOfOneLine(String text) {
    assertThatThrownBy(() -> KinetoJson.read(text))
        .isInstanceOf(TraceFormatException.class)
        .message()
        .doesNotContain("\n")
        .hasSizeLessThan(300);
  }

  @Test
  void depthNamesAndNumberOfEventsAreBounded() {
    String deep = "{\"traceEvents\": " + "[".repeat(100_000);
    assertThatThrownBy(() -> KinetoJson.read("{\"a\": " + "[".repeat(100_000)))
        .isInstanceOf(TraceFormatException.class)
        .hasMessageContaining("--max-nesting");
    assertThatThrownBy(() -> KinetoJson.read(deep)).isInstanceOf(TraceFormatException.class);
    ReadOptions small =
        new ReadOptions(new ReadLimits(64, 100, 2, 64, 1, 1 << 20), false, bytes -> {});
    KinetoJson many = new KinetoJson();
    IntStream.range(0, 17).forEach(i -> many.operator("aten::add", 1, i, 1));
    assertThatThrownBy(() -> KinetoJson.read(many.text(), small))
        .isInstanceOf(TraceFormatException.class)
        .hasMessageContaining("more than 16 events")
        .hasMessageContaining("--max-nodes");
    String longName = new KinetoJson().operator("x".repeat(200_000), 1, 0, 1).text();
    assertThatThrownBy(() -> KinetoJson.read(longName, small))
        .isInstanceOf(TraceFormatException.class)
        .hasMessageContaining("--max-string");
  }

  @Test
  void oneWrongByteCostsAFewEventsAtMost() throws IOException {
    byte[] whole = mlp().substring(0, 12_000).getBytes(StandardCharsets.UTF_8);
    byte[] bad = {'"', '{', '}', '[', ']', ',', ':', '\\', 0, -1, '-', 'e', '9'};
    for (int i = 300; i < whole.length; i += 41) {
      byte[] changed = whole.clone();
      changed[i] = bad[i % bad.length];
      Path file = Files.write(folder.resolve("changed.json"), changed);
      assertThat(KinetoReader.read(file).cpuEvents()).as("events").isGreaterThan(30);
    }
  }

  private static List<String> names(KinetoTrace timeline) {
    return IntStream.range(0, timeline.cpuEvents())
        .mapToObj(row -> timeline.symbols().text(timeline.cpu().name(row)))
        .toList();
  }

  private static String mlp() throws IOException {
    try (InputStream text = new GZIPInputStream(Files.newInputStream(MLP))) {
      return new String(text.readAllBytes(), StandardCharsets.UTF_8);
    }
  }
}
