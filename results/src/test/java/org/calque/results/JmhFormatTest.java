package org.calque.results;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
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
  void afterTheArrayOnlyWhiteSpaceMayFollow() {
    String record =
        "{'benchmark':'a.B.c','mode':'avgt','threads':1,'primaryMetric':{}}".replace('\'', '"');

    assertThat(JmhFormat.entries("[" + record + "] \r\n\t")).hasSize(1);
    assertThatThrownBy(() -> JmhFormat.entries("[" + record + "] []"))
        .hasMessage("there is more after the array of records");
    assertThatThrownBy(() -> JmhFormat.entries("[" + record + "] x"))
        .hasMessageContaining("not valid JSON at line 1");
  }

  @Test
  void settingsThatAreNotWhatJmhWritesCountAsNotSaid() {
    String record =
        """
        [{"benchmark": "a.B.c", "mode": "avgt", "threads": 1, "jdkVersion": 17, "vmName": {"a": 1},
          "jvmArgs": ["-Xmx2g", 5, ["x"]], "params": {"batch": 8, "none": null, "odd": [1]},
          "measurementBatchSize": "4", "primaryMetric": {"score": 1, "scoreUnit": "us/op"}}]
        """;

    JmhSettings settings = JmhFormat.entries(record).get(0).jmh().settings();

    assertThat(settings)
        .isEqualTo(
            new JmhSettings(
                "a.B.c",
                "avgt",
                1,
                Map.of("batch", "8", "none", "", "odd", ""),
                4,
                new Jvm(null, null, null, List.of("-Xmx2g", "5", ""))));
  }

  @Test
  void recordsOfOneFileShareWhatIsTheSame() {
    List<Entry> entries = Samples.jmhRun("avgt-gc-6-forks").entries();

    assertThat(entries.get(0).jmh().settings().jvm())
        .isSameAs(entries.get(1).jmh().settings().jvm());
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
