package org.calque.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.calque.trace.TraceTensor.floats;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;
import org.calque.trace.RealTraces;
import org.calque.trace.TraceJson;
import org.calque.trace.TraceTensor;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Whatever is wrong with a file: status 2, one line that names the file and says what to do,
 * nothing written.
 */
class BadInputTest {
  private static final String RELU = "aten::relu(Tensor self) -> Tensor";

  @TempDir private Path folder;

  private void assertRefused(Path trace, String... reasons) {
    Path out = folder.resolve("out");

    CommandRun run = CommandRun.generate(out, trace);

    assertThat(run.errors()).hasSize(1);
    assertThat(run.errors().get(0))
        .contains(trace.getFileName().toString())
        .contains(reasons)
        .doesNotContain("Exception")
        .hasSizeLessThan(1_000);
    assertThat(run.status()).isEqualTo(2);
    assertThat(out).doesNotExist();
  }

  private void assertRefused(String text, String... reasons) throws IOException {
    assertRefused(Files.writeString(folder.resolve("bad.et.json"), text), reasons);
  }

  private void assertRefused(TraceJson json, String... reasons) throws IOException {
    assertRefused(json.text(), reasons);
  }

  @Test
  void aMissingFile() {
    assertRefused(folder.resolve("none.et.json"), "no such file");
  }

  @Test
  void aFolderWithoutTraces() throws IOException {
    assertRefused(Files.createDirectory(folder.resolve("empty")), "has no *.et.json");
  }

  static List<Arguments> texts() {
    return List.of(
        Arguments.of("", "the file is empty; record the trace again"),
        Arguments.of("hello", "not valid JSON at line 1"),
        Arguments.of("<html>", "not valid JSON at line 1"),
        Arguments.of("\0\0\0\0", "not valid JSON"),
        Arguments.of("{", "cut off before its first node"),
        Arguments.of("[1, 2]", "no JSON object at the start"),
        Arguments.of("17", "no JSON object at the start"),
        Arguments.of("{}", "it has no \"schema\"; a Kineto trace is a different file"),
        Arguments.of("{\"schemaVersion\": 1, \"traceEvents\": [{}]}", "a Kineto trace is"),
        Arguments.of("{\"schema\": \"1.0.1\"}", "it has no \"nodes\""),
        Arguments.of("{\"schema\": \"1.0.1\", \"nodes\": {}}", "it has no \"nodes\""),
        Arguments.of("{\"schema\": \"9.9\", \"nodes\": []}", "unknown schema \"9.9\"; known are"),
        Arguments.of("{\"schema\": [], \"nodes\": []}", "unknown schema"),
        Arguments.of("{\"schema\": \"a\\nb\", \"nodes\": []}", "unknown schema \"a b\""),
        Arguments.of("{\"schema\": \"1.0.1\", \"nodes\": []}", "nothing to replay"),
        Arguments.of("{\"schema\": \"1.0.1\", \"nodes\": [", "cut off before its first node"),
        Arguments.of("{\"schema\": \"1.0.1\", \"nodes\": [null]}", "one of its nodes is no object"),
        Arguments.of("{\"schema\": \"1.0.1\", \"nodes\": [{}]}", "has no integer \"id\""),
        Arguments.of("{\"schema\": \"1.0.1\", \"nodes\": []} {}", "goes on after the end"),
        Arguments.of(node("\"attrs\": {}"), "node 2 (relu): its \"attrs\" is not a list"),
        Arguments.of(node("\"attrs\": [1]"), "node 2 (relu): one of its \"attrs\" is not"),
        Arguments.of(
            node("\"input_shapes\": [[1" + "0".repeat(30) + "]]"), "does not fit into 64 bits"),
        Arguments.of(node("\"x\": " + "[".repeat(100_000)), "nesting depth"),
        Arguments.of(node("\"inputs\": " + "[".repeat(100_000)), "nesting depth"),
        Arguments.of(node("\"x\": " + "{\"a\":".repeat(100_000)), "nesting depth"),
        Arguments.of(node("\"x\": 1" + "0".repeat(100_000)), "length"),
        Arguments.of(
            node("\"inputs\": [[]], \"input_types\": [\"" + "GenericList[".repeat(100_000) + "\"]"),
            "node 2 (relu): a type is nested more than"));
  }

  /** A trace of one node with further fields. */
  private static String node(String fields) {
    return "{\"schema\": \"1.0.1\", \"nodes\": [{\"id\": 2, \"name\": \"relu\", \"parent\": 1, "
        + fields
        + "}]}";
  }

  @ParameterizedTest
  @MethodSource("texts")
  void textThatIsNoTrace(String text, String reason) throws IOException {
    assertRefused(text, reason);
  }

  @ParameterizedTest
  @ValueSource(doubles = {0.01, 0.5, 0.99})
  void aTraceThatIsCutOff(double part) throws IOException {
    byte[] json = unzipped(RealTraces.mlp());
    byte[] start = Arrays.copyOf(json, (int) (json.length * part));

    assertRefused(
        Files.write(folder.resolve("cut.et.json"), start),
        "cut off",
        "stop the observer before the process ends");
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 12, 500, -8, -1})
  void aGzipThatIsCutOff(int length) throws IOException {
    byte[] bytes = Files.readAllBytes(RealTraces.mlp());
    byte[] start = Arrays.copyOf(bytes, length > 0 ? length : bytes.length + length);

    assertRefused(Files.write(folder.resolve("cut.et.json.gz"), start), "cut off");
  }

  @Test
  void aGzipWithABrokenByte() throws IOException {
    byte[] bytes = Files.readAllBytes(RealTraces.mlp());
    bytes[bytes.length - 5] ^= 1;

    assertRefused(Files.write(folder.resolve("bad.et.json.gz"), bytes), "damaged gzip data");
  }

  @Test
  void aGzipOfSomethingElse() throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (GZIPOutputStream zip = new GZIPOutputStream(bytes)) {
      zip.write("hello".getBytes(StandardCharsets.UTF_8));
    }
    assertRefused(Files.write(folder.resolve("x.et.json.gz"), bytes.toByteArray()), "not valid");
  }

  @Test
  void theTimingsInPlaceOfTheTrace() {
    assertRefused(RealTraces.own("gpt_train").resolveSibling("gpt_train.kineto.json.gz"), "Kineto");
  }

  static List<TraceTensor> impossibleTensors() {
    return List.of(
        floats(1, 1L << 62),
        floats(1, 1L << 40, 1L << 40),
        floats(1, 4_294_967_296L, 4_294_967_296L),
        floats(1, -1),
        floats(1, 0, 1L << 62),
        floats(1, Long.MIN_VALUE),
        floats(1, 8).strides(1L << 60),
        floats(1, 8).strides(-1),
        floats(1, 8).at(-1),
        floats(1, 8).at(1L << 60),
        floats(1, new long[65]));
  }

  @ParameterizedTest
  @MethodSource("impossibleTensors")
  void aTensorOfImpossibleSize(TraceTensor tensor) throws IOException {
    TraceJson json = new TraceJson();
    json.call(RELU).takes(tensor).gives(floats(2, 8));

    assertRefused(json, "node 2 (aten::relu)", "impossible size");
  }

  @Test
  void aTensorWhoseFieldsAreNoNumbers() throws IOException {
    assertRefused(
        node(
            "\"inputs\": [[\"a\", 6, 0, 4, 4, \"cpu\"]], \"input_shapes\": [[4]],"
                + " \"input_types\": [\"Tensor(float)\"]"),
        "node 2 (relu)",
        "tensor field a is not an integer");
  }

  @Test
  void labelsWithoutOperators() throws IOException {
    TraceJson json = new TraceJson();
    TraceJson.Node step = json.label("step");
    json.label("forward").inside(step);

    assertRefused(json, "no node has an operator schema, so there is nothing to replay");
  }

  @Test
  void twoNodesOfOneId() throws IOException {
    TraceJson json = new TraceJson();
    json.call(RELU).takes(floats(1, 8)).gives(floats(2, 8));
    json.call(RELU).takes(floats(1, 8)).gives(floats(2, 8)).field("id", 2L);

    assertRefused(json, "two nodes have the id 2", "record the trace again");
  }

  @Test
  void nodesInsideEachOther() throws IOException {
    TraceJson json = new TraceJson();
    TraceJson.Node outer = json.call(RELU).takes(floats(1, 8)).gives(floats(2, 8));
    outer.inside(json.label("inner").inside(outer));

    assertRefused(json, "node 2 lies inside node 3, which comes later");
  }

  @Test
  void aNodeWhoseNameIsHostileIsStillOneLine() throws IOException {
    TraceJson json = new TraceJson();
    json.call(RELU).takes(floats(1, -1)).field("name", "a\nb\r\u2028" + "x".repeat(100_000));

    assertRefused(json, "node 2 (a b");
  }

  @ParameterizedTest
  @ValueSource(strings = {"{", "[]", "hello", "", "{\"batch_size\": }"})
  void anOriginThatTheRecorderDidNotWrite(String origin) throws IOException {
    Path trace = Files.copy(RealTraces.mlp(), folder.resolve("mlp.et.json.gz"));
    Files.writeString(folder.resolve("mlp.origin.json"), origin);

    CommandRun run = CommandRun.generate(folder.resolve("out"), trace);

    assertThat(run.errors()).singleElement().asString().contains("mlp.origin.json", "record");
    assertThat(run.status()).isEqualTo(2);
    assertThat(folder.resolve("out")).doesNotExist();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"batch_size\": 1e300, \"items_per_step\": 99999999999999999999, \"item_unit\": 7}",
        "{\"step_seconds\": 1, \"model\": {}}"
      })
  void anOriginWithStrangeFactsIsAsGoodAsNone(String origin) throws IOException {
    Path trace = Files.copy(RealTraces.mlp(), folder.resolve("mlp.et.json.gz"));
    Files.writeString(folder.resolve("mlp.origin.json"), origin);

    assertThat(CommandRun.generate(folder.resolve("out"), trace).errors()).isEmpty();
  }

  @Test
  void twoTracesOfOneClass() throws IOException {
    Path one = Files.copy(RealTraces.mlp(), folder.resolve("my_mlp.et.json.gz"));
    Path two = Files.copy(RealTraces.mlp(), folder.resolve("my-MLP.et.json.gz"));

    CommandRun run = CommandRun.generate(folder.resolve("out"), one, two);

    assertThat(run.errors())
        .singleElement()
        .asString()
        .contains("my_mlp.et.json.gz", "my-MLP.et.json.gz", "rename one of the two");
    assertThat(run.status()).isEqualTo(2);
    assertThat(folder.resolve("out")).doesNotExist();
  }

  @Test
  void oneBadTraceAmongGoodOnes() throws IOException {
    Path bad = Files.writeString(folder.resolve("bad.et.json"), "{");

    CommandRun run = CommandRun.generate(folder.resolve("out"), RealTraces.mlp(), bad);

    assertThat(run.status()).isEqualTo(2);
    assertThat(folder.resolve("out")).doesNotExist();
  }

  @Test
  void anOutputFolderWithFilesOfSomebodyElse() throws IOException {
    Path thesis = Files.writeString(folder.resolve("thesis.tex"), "years of work");

    CommandRun run = CommandRun.generate(folder, RealTraces.mlp());

    assertThat(run.errors()).singleElement().asString().contains("choose an empty or new folder");
    assertThat(run.status()).isEqualTo(2);
    assertThat(folder).isDirectoryContaining(thesis::equals);
    assertThat(folder.toFile().list()).hasSize(1);
  }

  @Test
  void anOutputFolderBelowAFile() throws IOException {
    Path file = Files.writeString(folder.resolve("file"), "");

    CommandRun run = CommandRun.generate(file.resolve("out"), RealTraces.mlp());

    assertThat(run.errors())
        .singleElement()
        .asString()
        .contains("cannot write")
        .containsIgnoringCase("not a directory");
    assertThat(run.status()).isEqualTo(2);
  }

  private static byte[] unzipped(Path file) throws IOException {
    try (var zip = new GZIPInputStream(Files.newInputStream(file))) {
      return zip.readAllBytes();
    }
  }
}
