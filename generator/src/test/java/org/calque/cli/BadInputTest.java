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
    assertRefused(Files.createDirectory(folder.resolve("empty")), "has no execution trace");
  }

  static List<Arguments> texts() {
    return List.of(
        Arguments.of("", "the file is empty; record the trace again"),
        Arguments.of("hello", "no JSON object at the start"),
        Arguments.of("<html>", "no JSON object at the start"),
        Arguments.of("\0\0\0\0", "no JSON object at the start"),
        Arguments.of("{", "cut off before its first node"),
        Arguments.of("{x", "not an execution trace: there is no JSON at byte 1"),
        Arguments.of("[1, 2]", "no JSON object at the start"),
        Arguments.of("17", "no JSON object at the start"),
        Arguments.of("{}", "it has no \"schema\"; a Kineto trace is a different file"),
        Arguments.of("{\"schemaVersion\": 1, \"traceEvents\": [{}]}", "a Kineto trace, not"),
        Arguments.of("{\"schema\": \"1.0.1\"}", "it has no \"nodes\""),
        Arguments.of("{\"schema\": \"1.0.1\", \"nodes\": {}}", "it has no \"nodes\""),
        Arguments.of("{\"schema\": \"9.9\", \"nodes\": []}", "nothing to replay"),
        Arguments.of("{\"schema\": [], \"nodes\": []}", "it has no \"schema\""),
        Arguments.of("{\"schema\": \"1.0.1\", \"nodes\": []}", "nothing to replay"),
        Arguments.of("{\"schema\": \"1.0.1\", \"nodes\": [", "cut off before its first node"),
        Arguments.of("{\"schema\": \"1.0.1\", \"nodes\": [null]}", "none of its nodes can be read"),
        Arguments.of("{\"schema\": \"1.0.1\", \"nodes\": [{}]}", "it has no integer \"id\""),
        Arguments.of(node("\"attrs\": {}"), "in node 2: its \"attrs\" is not a list"),
        Arguments.of(node("\"x\": " + "[".repeat(100_000)), "--max-nesting"),
        Arguments.of(node("\"inputs\": " + "[".repeat(100_000)), "--max-nesting"),
        Arguments.of(node("\"x\": " + "{\"a\":".repeat(100_000)), "--max-nesting"),
        Arguments.of(node("\"x\": 1" + "0".repeat(100_000)), "does not fit into 64 bits"),
        Arguments.of(node("\"input_shapes\": [[1" + "0".repeat(30) + "]]"), "64 bits"),
        Arguments.of(
            node("\"inputs\": [[]], \"input_types\": [\"" + "GenericList[".repeat(100_000) + "\"]"),
            "in node 2: a type is nested more than"));
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

  @Test
  void aTraceThatIsCutOffBeforeItsFirstNode() throws IOException {
    byte[] json = unzipped(RealTraces.mlp());

    assertRefused(
        Files.write(folder.resolve("cut.et.json"), Arrays.copyOf(json, 200)),
        "cut off before its first node",
        "stop the observer before the process ends");
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 12, 50})
  void aGzipThatIsCutOffBeforeItsFirstNode(int length) throws IOException {
    byte[] start = Arrays.copyOf(Files.readAllBytes(RealTraces.mlp()), length);

    assertRefused(Files.write(folder.resolve("cut.et.json.gz"), start), "cut off before its first");
  }

  @Test
  void aGzipWithABrokenByte() throws IOException {
    byte[] bytes = Files.readAllBytes(RealTraces.mlp());
    bytes[bytes.length - 5] ^= 1;

    assertRefused(
        Files.write(folder.resolve("bad.et.json.gz"), bytes),
        "damaged data",
        "copy the file again");
  }

  @Test
  void aGzipOfSomethingElse() throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (GZIPOutputStream zip = new GZIPOutputStream(bytes)) {
      zip.write("hello".getBytes(StandardCharsets.UTF_8));
    }
    assertRefused(
        Files.write(folder.resolve("x.et.json.gz"), bytes.toByteArray()), "no JSON object");
  }

  @Test
  void theTimingsInPlaceOfTheTrace() {
    assertRefused(RealTraces.own("gpt_train").resolveSibling("gpt_train.kineto.json.gz"), "Kineto");
  }

  static List<TraceTensor> tensorsTooLarge() {
    return List.of(
        floats(1, 1L << 62),
        floats(1, 1L << 40, 1L << 40),
        floats(1, 4_294_967_296L, 4_294_967_296L),
        floats(1, 0, 1L << 62),
        floats(1, 8).strides(1L << 60),
        floats(1, 8).at(1L << 60));
  }

  @ParameterizedTest
  @MethodSource("tensorsTooLarge")
  void aTensorThatNoMachineHolds(TraceTensor tensor) throws IOException {
    TraceJson json = new TraceJson();
    json.call(RELU).takes(tensor).gives(floats(2, 8));

    assertRefused(json, "in node 2", "the tensor float32[", "--max-tensor-elements");
  }

  @Test
  void aTensorOfTooManyDimensions() throws IOException {
    TraceJson json = new TraceJson();
    json.call(RELU).takes(floats(1, new long[65])).gives(floats(2, 8));

    assertRefused(json, "in node 2", "65 dimensions", "--max-tensor-rank");
  }

  @Test
  void labelsWithoutOperators() throws IOException {
    TraceJson json = new TraceJson();
    TraceJson.Node step = json.label("step");
    json.label("forward").inside(step);

    assertRefused(json, "no node has an operator schema, so there is nothing to replay");
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
