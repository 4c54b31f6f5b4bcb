package org.calque.results;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class JmhFormatTest {
  @Test
  void aFileOfJmhIsARunOfAnUnknownMachineNamedAfterTheFile() {
    Run run = Samples.jmhRun("avgt-gc-6-forks");

    assertThat(run.id()).isEqualTo("avgt-gc-6-forks");
    assertThat(run.machine()).isEqualTo(Machine.unknown());
    assertThat(run.started()).isNull();
    assertThat(run.software().jvm().version()).isEqualTo("17.0.15");
    assertThat(run.entries())
        .extracting(Entry::key)
        .containsExactly(
            new BenchmarkKey("fix.Sum.boxed", "avgt", 1, Map.of("length", "100")),
            new BenchmarkKey("fix.Sum.boxed", "avgt", 1, Map.of("length", "1000")));
  }

  @Test
  void paramsMayBeAbsentAndNumbersMayBeTexts() {
    Run run = Samples.jmhRun("single-shot-2-forks"); // has no params and scoreError "NaN"

    assertThat(run.entries()).singleElement().satisfies(e -> assertThat(e.params()).isEmpty());
    assertThat(Metric.of(run.entries().get(0)).get(0).sample().forks()).isEqualTo(2);
  }

  @Test
  void jmhLeavesOutABenchmarkThatThrows() {
    assertThat(Samples.jmhRun("failing-benchmark-left-out").entries())
        .extracting(Entry::benchmark)
        .containsExactly("fix.Plain.log", "fix.Sum.boxed", "fix.Sum.boxed");
  }

  @Test
  void aFileThatWasNeverWrittenSaysHowThatComes() {
    assertThatThrownBy(() -> Samples.jmhRun("stopped-at-failure"))
        .isInstanceOf(RunFormatException.class)
        .hasMessageContaining("is empty")
        .hasMessageContaining("-foe true");
  }

  @Test
  void entriesAreMadeFromTheTextThatJmhPrints() throws IOException {
    String text = Files.readString(Samples.jmhFile("thrpt-4-forks"));

    assertThat(JmhFormat.entries(text))
        .singleElement()
        .satisfies(e -> assertThat(e.status()).isEqualTo(Status.OK));
  }

  @Test
  void aModeThatJmhHasNotIsRefused() {
    String text =
        "[{'benchmark':'a.B.c','mode':'fast','threads':1,'primaryMetric':{}}]".replace('\'', '"');

    assertThatThrownBy(() -> JmhFormat.entries(text))
        .isInstanceOf(RunFormatException.class)
        .hasMessage("record 1 has the unknown mode 'fast'");
  }
}
