package org.calque.results.ab;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.calque.results.BenchmarkKey;
import org.calque.results.Entry;
import org.junit.jupiter.api.Test;

/** On what JMH 1.37 printed. */
final class SlotLogTest {
  @Test
  void aBenchmarkThatBeganAndGaveNoResultHasFailed() throws IOException {
    assertThat(log("one-failed").failures())
        .containsExactly(
            Entry.failed(
                new BenchmarkKey("demo.Work.only", "avgt", 1, Map.of("scale", "1")),
                "java.lang.IllegalStateException: planted failure"));
  }

  @Test
  void aBenchmarkThatGaveAResultHasNot() throws IOException {
    String text = text("one-failed").replace("Result \"demo.Work.sum\"", "");

    assertThat(new SlotLog(text).failures())
        .extracting(Entry::benchmark)
        .containsExactly("demo.Work.only", "demo.Work.sum");
  }

  @Test
  void aLockOfAnotherJmhIsTold() {
    SlotLog log =
        new SlotLog(
            """
            ERROR: org.openjdk.jmh.runner.RunnerException: ERROR: Another JMH instance might be \
            running. Unable to acquire the JMH lock (/tmp/jmh.lock), exiting. Use \
            -Djmh.ignoreLock=true to forcefully continue.
            \tat org.openjdk.jmh.runner.Runner.run(Runner.java:210)
            """);

    assertThat(log.locked()).isTrue();
    assertThat(log.complaint()).contains("Unable to acquire the JMH lock").doesNotContain("\tat");
  }

  @Test
  void theComplaintIsTheLineThatSaysWhatIsWrong() {
    assertThat(new SlotLog("Error parsing command line:\n z is not a recognized option\n"))
        .extracting(SlotLog::complaint)
        .isEqualTo("z is not a recognized option");
    assertThat(new SlotLog("No matching benchmarks. Miss-spelled regexp?\nUse EXTRA …\n"))
        .extracting(SlotLog::complaint)
        .isEqualTo("no benchmark matches");
    assertThat(new SlotLog("calque: no engine\n").complaint()).isEqualTo("no engine");
    assertThat(new SlotLog("").complaint()).isEqualTo("it printed nothing");
  }

  private static SlotLog log(String name) throws IOException {
    return new SlotLog(text(name));
  }

  private static String text(String name) throws IOException {
    try (InputStream in = SlotLogTest.class.getResourceAsStream("/jmh/" + name + ".log")) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }
}
