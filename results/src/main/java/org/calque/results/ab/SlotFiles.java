package org.calque.results.ab;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.calque.results.BenchmarkKey;
import org.calque.results.Entry;
import org.calque.results.Machine;
import org.calque.results.Run;
import org.calque.results.RunFormat;
import org.calque.results.RunFormatException;
import org.calque.results.RunStore;
import org.calque.results.Software;

/**
 * The files of one slot.
 *
 * @param folder of all slots
 * @param slot which
 * @param calque whether its jar stores a run; others write JMH's own results
 */
record SlotFiles(Path folder, Slot slot, boolean calque) {

  Path log() {
    return folder.resolve(slot.fileName() + ".log");
  }

  /** JMH's results. */
  Path results() {
    return folder.resolve(slot.fileName() + ".json");
  }

  /** Folder of the stored run. */
  Path store() {
    return folder.resolve(slot.fileName());
  }

  /** Removes what an attempt left that did not come to its end. */
  void clear() throws IOException {
    Files.createDirectories(folder);
    Files.deleteIfExists(log());
    Files.deleteIfExists(results());
    RunStore store = new RunStore(store());
    for (String id : store.list()) {
      store.delete(id);
    }
  }

  SlotLog readLog() throws IOException {
    return new SlotLog(
        Files.exists(log()) ? new String(Files.readAllBytes(log()), StandardCharsets.UTF_8) : "");
  }

  /** What the slot gave, failed benchmarks included; empty when no benchmark began. */
  Optional<Run> run() throws IOException {
    Optional<Run> stored = calque ? stored() : written();
    return stored.filter(run -> !run.entries().isEmpty());
  }

  private Optional<Run> stored() throws IOException {
    RunStore store = new RunStore(store());
    List<String> ids = store.list();
    return ids.isEmpty() ? Optional.empty() : Optional.of(store.find(ids.get(ids.size() - 1)));
  }

  private Optional<Run> written() throws IOException {
    List<Entry> failures;
    Run run;
    try {
      run = RunFormat.read(results());
      failures = readLog().failures();
    } catch (RunFormatException e) {
      // Absent or empty: JMH makes the file when it starts and fills it when it ends.
      run = Run.start(List.of(), Machine.unknown(), Software.unknown(), List.of());
      failures = readLog().began();
    }
    Set<BenchmarkKey> known = run.entries().stream().map(Entry::key).collect(Collectors.toSet());
    List<Entry> all = new ArrayList<>(run.entries());
    failures.stream().filter(entry -> known.add(entry.key())).forEach(all::add);
    return Optional.of(run.withEntries(all));
  }
}
