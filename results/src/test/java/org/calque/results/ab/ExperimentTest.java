package org.calque.results.ab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is left of an experiment that is stopped. */
final class ExperimentTest {
  @TempDir Path folder;
  private BenchmarkJar jar;

  @BeforeEach
  void aJar() throws IOException {
    jar = BenchmarkJar.read(StandInJar.write(folder.resolve("x.jar"), "a.B.c 10"));
  }

  @Test
  void afterTheKillNoProcessStartsAndNoSlotCountsAsEnded() throws Exception {
    Experiment experiment = experiment(script("touch " + folder.resolve("started")));
    experiment.kill();

    assertThatThrownBy(experiment::run).isInstanceOf(InterruptedException.class);

    assertThat(folder.resolve("started")).doesNotExist();
    assertThat(Manifest.read(folder.resolve("out")).outcomes()).isEmpty();
  }

  @Test
  void aSlotThatTheTerminalInterruptedIsStillToRun() throws Exception {
    Experiment experiment = experiment(script("exit 130"));

    assertThatThrownBy(experiment::run).isInstanceOf(InterruptedException.class);

    assertThat(Manifest.read(folder.resolve("out")).outcomes()).isEmpty();
  }

  @Test
  void aKillAtAnyTimeEndsTheSlotThatRuns() throws Exception {
    for (int pause = 0; pause < 10; pause++) {
      Experiment experiment = experiment(script("exec sleep 30"));
      List<Throwable> thrown = new ArrayList<>();
      Thread running =
          new Thread(
              () -> {
                try {
                  experiment.run();
                } catch (IOException | InterruptedException e) {
                  thrown.add(e);
                }
              });
      running.start();
      Thread.sleep(2 * pause);

      experiment.kill();

      running.join(10_000);
      assertThat(running.isAlive()).isFalse();
      assertThat(thrown).hasOnlyElementsOfType(InterruptedException.class).hasSize(1);
      assertThat(experiment.manifest().outcomes()).isEmpty();
    }
  }

  private Experiment experiment(Path java) {
    Manifest manifest =
        new Manifest(
            Manifest.FORMAT_VERSION,
            Instant.now(),
            jar,
            jar,
            2,
            List.of(),
            java,
            List.of(),
            false,
            List.of());
    return new Experiment(folder.resolve("out"), manifest, new Silent(), null);
  }

  /** A program in the place of java. */
  private Path script(String line) throws IOException {
    Path file = folder.resolve("java");
    Files.writeString(file, "#!/bin/sh\n" + line + "\n");
    return Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
  }

  private static final class Silent implements Experiment.Listener {
    @Override
    public void ended(Manifest.Outcome outcome, Manifest manifest) {}

    @Override
    public void waiting(Slot slot) {}
  }
}
