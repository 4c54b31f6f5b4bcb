package org.calque.results.ab;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.calque.results.Machine;
import org.calque.results.Run;
import org.calque.results.RunJournal;
import org.calque.results.RunStore;
import org.calque.results.Software;
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

  private static Run run() {
    return Run.start(List.of(), Machine.unknown(), Software.unknown(), List.of());
  }
}
