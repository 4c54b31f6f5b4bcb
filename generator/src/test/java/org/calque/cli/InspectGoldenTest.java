package org.calque.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import org.calque.codegen.GoldenFiles;
import org.calque.trace.RealTraces;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What is said of the small training step, word for word. */
class InspectGoldenTest {
  @ParameterizedTest
  @CsvSource({
    "text, MlpTrain.inspect.txt",
    "json, MlpTrain.inspect.json",
    "markdown, MlpTrain.inspect.md"
  })
  void theReportIsTheApprovedOne(String format, String golden) throws IOException {
    CommandRun run = CommandRun.of("inspect", RealTraces.mlp().toString(), "--format", format);

    assertThat(run.errors()).isEmpty();
    assertThat(run.status()).isZero();
    GoldenFiles.assertEqual(run.output().replace(System.lineSeparator(), "\n"), golden);
  }
}
