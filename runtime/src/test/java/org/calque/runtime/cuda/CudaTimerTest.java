package org.calque.runtime.cuda;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A timer tells the device's time of what is on its stream, and waits once for it. */
class CudaTimerTest {
  private static final Pattern NANOSECONDS = Pattern.compile("nanoseconds=(\\d+)");

  @TempDir static Path folder;

  /** A thousand measurements. */
  private static CudaFork.Ended again;

  @BeforeAll
  static void measure() throws IOException {
    Path own = Files.createDirectory(folder.resolve("again"));
    again = CudaFork.withStandIn(own).run(CudaScenario.TIMER_AGAIN);
  }

  @Test
  void theTimeIsThatOfTheWorkBetweenAndNotOfTheWorkBefore() {
    CudaFork.Ended ended = CudaFork.withStandIn(folder).run(CudaScenario.TIMER);

    // The work is 20 ms, queued at once behind 50 ms.
    assertThat(ended.number("default")).isEqualTo(20_000_000);
    assertThat(ended.number("own")).isEqualTo(20_000_000);
    assertThat(ended.exit()).isZero();
    assertThat(ended.calls("cuEventRecord").stream().map(CudaTimerTest::stream))
        .as("the legacy default stream, then one of the context")
        .containsExactly("stream=0", "stream=0", "stream=1", "stream=1");
    assertThat(ended.calls("cuStreamCreate"))
        .as("one that does not wait for the default stream")
        .containsExactly("cuStreamCreate flags=1 stream=1 -> 0");
  }

  private static String stream(String call) {
    return call.replaceFirst("^.* (stream=\\d+) .*$", "$1");
  }

  @Test
  void oneMeasurementIsTwoEventsAndOneWaitAndAllocatesNothing() {
    int first = again.calls().indexOf(again.calls("cuEventRecord").get(0));
    List<String> names =
        again.calls().subList(first, again.calls().size()).stream()
            .map(call -> call.replaceFirst(" .*", ""))
            .toList();
    for (int i = 0; i < 1000; i++) {
      assertThat(names.subList(4 * i, 4 * i + 4))
          .containsExactly(
              "cuEventRecord", "cuEventRecord", "cuEventSynchronize", "cuEventElapsedTime");
    }
    assertThat(again.calls("cuEventCreate")).hasSize(2);
    assertThat(again.calls("cuEventDestroy")).hasSize(2);
    assertThat(again.number("allocated")).isZero();
  }

  @Test
  void measurementsAddUpToTheTimeOfTheDevice() {
    long device = again.calls("cuEventElapsedTime").stream().mapToLong(CudaTimerTest::time).sum();
    assertThat(again.number("sum")).isPositive().isCloseTo(device, within(1000L));
  }

  private static long time(String call) {
    Matcher matcher = NANOSECONDS.matcher(call);
    assertThat(matcher.find()).as(call).isTrue();
    return Long.parseLong(matcher.group(1));
  }

  @Test
  void stoppingWhatWasNotStartedIsAMistakeThatTheDriverNeverSees() {
    assertThat(again.output().stream().filter(line -> line.startsWith("misuse")))
        .containsExactly("misuse: the timer was not started", "misuse: the timer was not started");
    assertThat(again.calls()).allMatch(call -> call.endsWith(" -> 0"));
  }
}
