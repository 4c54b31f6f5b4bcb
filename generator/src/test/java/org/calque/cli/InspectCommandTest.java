package org.calque.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.calque.trace.TraceTensor.floats;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.calque.trace.RealTraces;
import org.calque.trace.TraceJson;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** What a person asks of a trace, and what the answer is. */
class InspectCommandTest {
  private static final String RELU = "aten::relu(Tensor self) -> Tensor";
  private static final int WIDTH = 100;

  @TempDir private Path folder;

  private static CommandRun inspect(Path trace, String... options) {
    List<String> arguments = new ArrayList<>(List.of("inspect", trace.toString()));
    arguments.addAll(List.of(options));
    CommandRun run = CommandRun.of(arguments.toArray(String[]::new));
    assertThat(run.errors()).isEmpty();
    assertThat(run.status()).isZero();
    return run;
  }

  private static JsonNode json(Path trace, String... options) {
    List<String> all = new ArrayList<>(List.of("--format", "json"));
    all.addAll(List.of(options));
    return JsonMapper.shared()
        .readTree(inspect(trace, all.toArray(String[]::new)).output())
        .path("traces");
  }

  private static long sum(JsonNode rows, String field) {
    long sum = 0;
    for (JsonNode row : rows) {
      sum += row.path(field).longValue();
    }
    return sum;
  }

  @ParameterizedTest
  @CsvSource({
    "param/dlrm_pytorch_et.tar.gz, 8, 13, 2549700",
    "astra-sim/megatron_et_0.json.gz, 1, 170, 5435916292",
    "chakra/all_gather_1.0.2-chakra.0.0.4.tgz, 1, 20, 40",
    "param/resnet_1gpu_et_1.0.3.json.gz, 1, 27, 307323096",
    "param/resnet_et.json.gz, 1, 27, 307323096",
    "param/resnet_1gpu_et.json.tar.gz, 1, 27, 307323096",
  })
  void communicationIsCountedInEveryVersion(String file, int traces, long calls, long bytes) {
    JsonNode reports = json(RealTraces.fixture(file));

    assertThat(reports).hasSize(traces);
    for (JsonNode report : reports) {
      assertThat(sum(report.path("communication"), "calls")).isEqualTo(calls);
      assertThat(sum(report.path("communication"), "bytes")).isEqualTo(bytes);
    }
  }

  @Test
  void aStepBeginsAtItsLabelWhateverTheThread() {
    JsonNode report = json(RealTraces.fixture("param/resnet_1gpu_et.json.tar.gz")).get(0);

    assertThat(report.path("steps")).hasSize(3);
    for (JsonNode step : report.path("steps")) {
      assertThat(step.path("calls").longValue()).isEqualTo(1_235);
    }
    assertThat(report.path("process_groups").get(0).path("description").stringValue())
        .isEqualTo("default_pg");
    assertThat(report.path("threads")).hasSize(2);
  }

  @Test
  void operatorsOfOtherLibrariesAndKernelsWithoutSchemaAreNamed() {
    JsonNode dlrm = json(RealTraces.fixture("param/dlrm_pytorch_et.tar.gz")).get(0);
    JsonNode megatron = json(RealTraces.fixture("astra-sim/megatron_et_0.json.gz")).get(0);

    assertThat(dlrm.path("libraries").get(0).path("namespace").stringValue()).isEqualTo("fbgemm");
    assertThat(sum(dlrm.path("left_out"), "calls")).isPositive();
    assertThat(megatron.path("without_schema").toString())
        .contains("FusedLayerNormAffineFunction")
        .contains("triton_poi_fused_add_mul_tanh_0")
        .contains("Triton kernel");
  }

  @Test
  void memoryIsThatOfDistinctStorages() {
    JsonNode report = json(RealTraces.fixture("param/hf_GPT2_et.json.tar.gz")).get(0);

    assertThat(sum(report.path("devices"), "bytes_distinct") >> 20).isBetween(16_900L, 17_000L);
    assertThat(report.path("summary").path("outermost_operators").longValue()).isEqualTo(8_581);
    assertThat(report.path("summary").path("distinct_signatures").longValue()).isEqualTo(149);
  }

  @Test
  void theRestOfATableIsSummedUp() {
    String all = inspect(RealTraces.mlp(), "--top", "1000").output();
    String few = inspect(RealTraces.mlp(), "--top", "3").output();

    assertThat(all).doesNotContain(" more)");
    assertThat(few).containsPattern("\n +19 +22.5 kFLOP .* \\(11 more\\)\n");
  }

  @Test
  void textFitsOneHundredColumns() {
    for (Path trace : RealTraces.all()) {
      assertThat(inspect(trace).output().lines()).allMatch(line -> line.length() <= WIDTH);
    }
  }

  @Test
  void thePhasesShareAllOperators() {
    for (Path trace : RealTraces.all()) {
      JsonNode report = json(trace).get(0);
      assertThat(sum(report.path("phases"), "calls"))
          .isEqualTo(report.path("summary").path("outermost_operators").longValue())
          .isEqualTo(sum(report.path("operators"), "calls"))
          .isEqualTo(sum(report.path("signatures"), "calls"))
          .isEqualTo(sum(report.path("threads"), "calls"));
    }
  }

  @Test
  void severalTracesStandSideBySideAtTheEnd() {
    CommandRun run =
        CommandRun.of(
            "inspect", RealTraces.mlp().toString(), RealTraces.own("gpt_train").toString());

    assertThat(run.output()).contains("\n2 traces\n");
  }

  @Test
  void theTreeStopsAtADepthAndSaysWhatItHides() {
    String tree = inspect(RealTraces.mlp(), "--tree", "--depth", "2").output();

    assertThat(tree).contains("    (+").contains("inside)");
    assertThat(json(RealTraces.mlp(), "--tree").get(0).path("tree")).hasSize(142);
  }

  @Test
  void everyCallAndEveryTensorCanBeListed() {
    JsonNode report = json(RealTraces.mlp(), "--operators", "--tensors").get(0);

    assertThat(report.path("calls")).hasSize(39);
    assertThat(report.path("tensors").get(0).path("origin").stringValue())
        .isEqualTo("(there before)");
  }

  @Test
  void aNodeKnowsWhereItsTensorsComeFromAndGoTo() throws IOException {
    TraceJson json = new TraceJson();
    json.call(RELU).takes(floats(10, 8)).gives(floats(20, 8));
    TraceJson.Node middle = json.call(RELU).takes(floats(20, 8)).gives(floats(30, 8));
    json.call(RELU).takes(floats(30, 8)).gives(floats(40, 8));
    json.call(RELU).takes(floats(50, 8)).gives(floats(30, 8));
    json.call(RELU).takes(floats(30, 8)).gives(floats(60, 8));
    Path trace = Files.writeString(folder.resolve("x.et.json"), json.text());

    JsonNode node = json(trace, "--node", Long.toString(middle.id())).get(0);

    assertThat(node.path("producers")).hasSize(1);
    assertThat(node.path("producers").get(0).path("node").longValue()).isEqualTo(2);
    assertThat(node.path("consumers")).hasSize(1);
    assertThat(node.path("consumers").get(0).path("node").longValue()).isEqualTo(4);
    assertThat(node.path("ancestors").get(0).path("id").longValue()).isEqualTo(1);
  }

  @ParameterizedTest
  @ValueSource(strings = {"text", "json", "markdown"})
  void noTextOfATraceActsOnTheTerminal(String format) throws IOException {
    String hostile = "a\u001b[31m\u0007\r\n\u009b2J\u202e`|\u0000\u2028";
    TraceJson json = new TraceJson();
    TraceJson.Node step = json.label("ProfilerStep#1" + hostile);
    json.call("aten::" + hostile + "(Tensor self) -> Tensor")
        .takes(floats(1, 8), hostile)
        .gives(floats(2, 8))
        .inside(step)
        .attribute("note" + hostile, hostile);
    json.label("fn" + hostile).takes(floats(1, 8)).attribute("scope", 0L);
    Path trace = Files.writeString(folder.resolve("x.et.json"), json.text());

    for (String view : List.of("--top=9", "--tree", "--operators", "--tensors", "--node=3")) {
      String output = inspect(trace, "--format", format, view).output();
      assertThat(output.replace(System.lineSeparator(), ""))
          .doesNotContainPattern("[\\x00-\\x1f\\x7f-\\x9f\\u2028\\u202e]");
    }
  }

  @Test
  void colourIsForTerminalsUnlessAskedFor() {
    assertThat(inspect(RealTraces.mlp()).output()).doesNotContain("\u001b");
    assertThat(inspect(RealTraces.mlp(), "--color", "always").output()).contains("\u001b[1m");
  }

  @Test
  void repairsAreListed() throws IOException {
    TraceJson json = new TraceJson();
    json.call(RELU).takes(floats(1, 8)).gives(floats(2, 8));
    String text = json.text();
    Path trace =
        Files.writeString(folder.resolve("x.et.json"), text.substring(0, text.length() - 2));

    assertThat(inspect(trace).output()).contains("Repaired while reading", "cut off");
    assertThat(json(trace).get(0).path("repairs").get(0).path("kind").stringValue())
        .isEqualTo("cut-off");
    assertThat(CommandRun.of("inspect", "--strict", trace.toString()).status()).isEqualTo(2);
  }

  @ParameterizedTest
  @CsvSource({
    "--node=99999, no node has the id 99999",
    "--max-nodes=1k, --max-nodes",
    "--max-nodes=x, is not a positive number",
    "--max-expanded=9999999999G, is not a positive number",
    "--format=xml, xml",
  })
  void whatCannotBeDoneIsOneLineAndStatusTwo(String option, String reason) {
    CommandRun run = CommandRun.of("inspect", RealTraces.own("gpt_train").toString(), option);

    assertThat(run.status()).isEqualTo(2);
    assertThat(run.errors().get(0)).contains(reason);
    assertThat(run.output()).isEmpty();
  }

  @Test
  void theTimingsInPlaceOfTheTraceAreRefused() {
    Path kineto = RealTraces.own("gpt_train").resolveSibling("gpt_train.kineto.json.gz");

    CommandRun run = CommandRun.of("inspect", kineto.toString());

    assertThat(run.status()).isEqualTo(2);
    assertThat(run.errors()).singleElement().asString().contains("--kineto");
  }
}
