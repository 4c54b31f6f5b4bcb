package org.calque.results.ab;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.calque.results.Machine;
import org.calque.results.Run;
import org.calque.results.RunJournal;
import org.calque.results.RunStore;
import org.calque.results.Software;
import org.calque.results.Status;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class SlotFilesTest {
  @TempDir Path folder;

  @Test
  void whatAnInterruptedSlotOfACalqueJarLeftIsRemoved() throws IOException {
    SlotFiles files = new SlotFiles(folder, new Slot(1, Arm.BASE), true);
    RunStore store = new RunStore(files.store());
    store.save(run());
    // Not finished, as a killed process leaves it: a journal and no file.
    RunJournal.begin(store, run()).close();
    assertThat(store.list()).hasSize(2);

    files.clear();

    assertThat(store.list()).isEmpty();
    assertThat(files.run()).isEmpty();
  }

  @Test
  void whatJmhMeasuredAndDidNotWriteIsLost() throws IOException {
    SlotFiles files = new SlotFiles(folder, new Slot(1, Arm.BASE), false);
    try (InputStream log = getClass().getResourceAsStream("/jmh/one-failed.log")) {
      Files.copy(log, files.log());
    }
    Files.writeString(files.results(), "");

    assertThat(files.run().orElseThrow().entries())
        .filteredOn(entry -> entry.benchmark().equals("demo.Work.sum"))
        .hasSize(1)
        .allMatch(entry -> entry.status() == Status.LOST)
        .allMatch(entry -> entry.cause().equals("JMH ended before it wrote its results"));
  }

  private static Run run() {
    return Run.start(List.of(), Machine.unknown(), Software.unknown(), List.of());
  }
}
