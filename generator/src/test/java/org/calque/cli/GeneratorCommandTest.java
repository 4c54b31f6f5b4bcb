package org.calque.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

/** The generator's command line. */
class GeneratorCommandTest {
  private static final Path MLP = Path.of("src/test/resources/traces/mlp_train.et.json.gz");

  @TempDir private Path folder;
  private final StringWriter errors = new StringWriter();

  private int run(Path trace) {
    return new CommandLine(new GeneratorCommand())
        .setOut(new PrintWriter(new StringWriter()))
        .setErr(new PrintWriter(errors, true))
        .execute(trace.toString(), "--out", folder.resolve("out").toString());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "''|the file is empty",
        "'{\"schema\": \"1.0.1\", \"nodes\": ['|cut off",
        "hello|not valid JSON",
        "'[1, 2]'|no JSON object at the start",
        "'{\"traceEvents\": []}'|it has no \"schema\"",
        "'{\"schema\": \"9.9\", \"nodes\": []}'|unknown schema \"9.9\"",
        "'{\"schema\": \"1.0.1\", \"nodes\": []}'|nothing to replay"
      })
  void aFileThatIsNoTraceIsRefusedInOneLineAndNothingIsWritten(String text, String reason)
      throws Exception {
    Path trace = Files.writeString(folder.resolve("bad.et.json"), text);
    assertThat(run(trace)).isEqualTo(2);
    assertThat(errors.toString().strip().lines()).hasSize(1);
    assertThat(errors.toString()).contains("bad.et.json").contains(reason);
    assertThat(folder.resolve("out")).doesNotExist();
  }

  @Test
  void aMissingFileAndACutGzipAreRefusedInOneLine() throws Exception {
    assertThat(run(folder.resolve("none.et.json"))).isEqualTo(2);
    byte[] bytes = Files.readAllBytes(MLP);
    Path cut = folder.resolve("cut.et.json.gz");
    Files.write(cut, java.util.Arrays.copyOf(bytes, bytes.length / 2));
    assertThat(run(cut)).isEqualTo(2);
    assertThat(errors.toString()).contains("no such file").contains("cut off");
    assertThat(errors.toString().strip().lines()).hasSize(2);
  }

  @Test
  void filesThatDidNotChangeAreLeftAloneAndStaleOnesRemoved() throws Exception {
    assertThat(run(MLP)).isZero();
    Path source = folder.resolve("out/java/org/calque/generated/MlpTrain.java");
    Files.setLastModifiedTime(source, FileTime.fromMillis(1_000));
    Path stale = Files.writeString(source.resolveSibling("Stale.java"), "");
    assertThat(run(MLP)).isZero();
    assertThat(Files.getLastModifiedTime(source).toMillis()).isEqualTo(1_000);
    assertThat(stale).doesNotExist();
  }
}
