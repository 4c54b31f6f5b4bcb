package org.calque.codegen;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.StringWriter;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;
import org.calque.replay.Origin;
import org.calque.replay.ProgramBuilder;
import org.calque.trace.ExecutionTrace;
import org.calque.trace.ExecutionTraceReader;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The source text of generated classes. */
class GeneratedSourceTest {
  private static final Path MLP = Path.of("src/test/resources/traces/mlp_train.et.json.gz");
  private static final Path GOLDEN = Path.of("src/test/resources/golden/MlpTrain.java");

  @TempDir private Path folder;

  private static String source(String workload, Path file) {
    ExecutionTrace trace = ExecutionTraceReader.read(file);
    Path origin = file.resolveSibling("mlp_train.origin.json");
    return BenchmarkGenerator.generate(
            ProgramBuilder.build(workload, trace), trace, Origin.read(origin), false)
        .files()
        .entrySet()
        .stream()
        .filter(entry -> entry.getKey().startsWith("java/"))
        .findFirst()
        .orElseThrow()
        .getValue();
  }

  private String compile(String className, String source) throws Exception {
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    JavaFileObject file =
        new SimpleJavaFileObject(
            URI.create("mem:///org/calque/generated/" + className + ".java"),
            JavaFileObject.Kind.SOURCE) {
          @Override
          public CharSequence getCharContent(boolean ignoreEncodingErrors) {
            return source;
          }
        };
    StringWriter messages = new StringWriter();
    boolean compiled =
        compiler
            .getTask(
                messages,
                null,
                null,
                List.of("-proc:none", "-d", folder.toString()),
                null,
                List.of(file))
            .call();
    return compiled ? "" : "does not compile: " + messages;
  }

  @Test
  void theSourceOfTheSmallTraceIsTheGoldenFile() throws Exception {
    String source = source("mlp_train", MLP);
    if (Boolean.getBoolean("calque.golden.update")) {
      Files.writeString(GOLDEN, source);
    }
    assertThat(source)
        .as("set -DargLine=-Dcalque.golden.update=true to accept the new source")
        .isEqualTo(Files.readString(GOLDEN));
  }

  @Test
  void generationIsDeterministicAndCompiles() throws Exception {
    String source = source("mlp_train", MLP);
    assertThat(source("mlp_train", MLP)).isEqualTo(source);
    assertThat(compile("MlpTrain", source)).isEmpty();
  }

  @Test
  void thePublicLinearTraceCompiles() throws Exception {
    String fixtures = System.getProperty("calque.fixtures", "");
    Path linear = Path.of(fixtures, "param/linear_et.json.gz");
    assumeTrue(!fixtures.isEmpty() && Files.exists(linear), "no -Dcalque.fixtures");
    assertThat(compile("Linear", source("linear", linear))).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "*/ class X {",
        "\\\\u002a\\\\u002f",
        "\\\\u000a}",
        "\\\"quoted\\\" $L $S @Override",
        "line\\nbreak\\u0000",
        "<b>&amp;\\ud83d\\ude00",
        "class",
        "Replay",
        "String"
      })
  void anyLabelGivesSourceThatCompiles(String label) throws Exception {
    String hostile =
        """
        {"schema": "1.0.1", "nodes": [
          {"name": "%1$s", "id": 2, "parent": 1, "scope": 7, "op_schema": "", "inputs": []},
          {"name": "aten::relu", "id": 3, "parent": 2, "scope": 0,
           "op_schema": "aten::%1$s(Tensor self, str s) -> Tensor",
           "inputs": [[5, 6, 0, 4, 4, "cpu"], "%1$s"], "input_shapes": [[4], []],
           "input_types": ["Tensor(float)", "String"],
           "outputs": [[7, 8, 0, 4, 4, "cpu"]], "output_shapes": [[4]],
           "output_types": ["Tensor(float)"]}]}
        """
            .formatted(label);
    Path trace = Files.writeString(folder.resolve("hostile.et.json"), hostile);
    assertThat(compile("Hostile", source("hostile", trace))).isEmpty();
  }
}
