package org.calque.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.calque.results.Status;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** How a failed benchmark ended, and the one line that it leaves in the run. */
class FailureCauseTest {
  private final FailureCause cause = new FailureCause();

  @Test
  void theFirstExceptionIsTheCause() {
    cause.add("<failure>\n\n");
    cause.add(
        "org.calque.runtime.ReplayException: aten::mm: size mismatch\n\tat a.b.C.d(C.java)\n");
    cause.add("Caused by: java.lang.RuntimeException: later\n");

    assertThat(cause.failure(null))
        .isEqualTo(
            new Failure(
                Status.FAILED, "org.calque.runtime.ReplayException: aten::mm: size mismatch"));
  }

  @Test
  void aKilledForkIsNamed() {
    cause.add("<forked VM failed with exit code 137>\n<stdout last='20 lines'>\n");

    assertThat(cause.failure(null))
        .isEqualTo(new Failure(Status.FAILED, "forked VM failed with exit code 137"));
  }

  @Test
  void nothingPrintedIsSaidSo() {
    assertThat(cause.failure(null).cause()).isEqualTo("ended without a result");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "java.lang.OutOfMemoryError: Java heap space",
        "RuntimeException: [enforce fail at alloc_cpu.cpp:121] . DefaultCPUAllocator: can't"
            + " allocate memory: you tried to allocate 4096 bytes",
        "c10.OutOfMemoryError: CUDA out of memory. Tried to allocate 2.00 GiB",
        "terminate called after throwing an instance of 'std::bad_alloc'",
        "There is insufficient memory for the Java Runtime Environment to continue."
      })
  void whoeverSaysThatMemoryRanOutIsBelieved(String printed) {
    cause.add(printed + "\n");

    assertThat(cause.failure(null).status()).isEqualTo(Status.OUT_OF_MEMORY);
  }

  @Test
  void aProcessThatTheSystemEndedForMemoryNeedNotSayAnything(@TempDir Path folder)
      throws IOException {
    Path vmstat = Files.writeString(folder.resolve("vmstat"), "pgfault 7\noom_kill 3\n");
    FailureCause watched = new FailureCause(new OutOfMemoryKills(vmstat));
    watched.clear();
    watched.add("<forked VM failed with exit code 137>\n");
    Files.writeString(vmstat, "pgfault 9\noom_kill 4\n");

    assertThat(watched.failure(null))
        .isEqualTo(
            new Failure(
                Status.OUT_OF_MEMORY,
                "the system ended a process for memory; forked VM failed with exit code 137"));

    watched.clear();
    watched.add("<forked VM failed with exit code 137>\n");
    assertThat(watched.failure(null).status()).isEqualTo(Status.FAILED);
  }

  @Test
  void aForkThatWasEndedForItsTimeIsATimeout() {
    cause.add("<forked VM failed with exit code 137>\n");

    assertThat(cause.failure(Duration.ofMinutes(2)))
        .isEqualTo(new Failure(Status.TIMEOUT, "took longer than 120 s"));
  }

  @Test
  void soIsOneThatJmhInterrupted() {
    cause.add("Iteration   1: (*interrupt*) ");
    cause.add("<failure>\n\njava.lang.IllegalStateException: interrupted\n");

    assertThat(cause.failure(null))
        .isEqualTo(new Failure(Status.TIMEOUT, "java.lang.IllegalStateException: interrupted"));
  }
}
