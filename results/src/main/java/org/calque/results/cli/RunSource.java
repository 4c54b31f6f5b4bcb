package org.calque.results.cli;

import java.io.IOException;
import java.nio.file.Path;
import org.calque.results.Run;
import org.calque.results.RunStore;
import picocli.CommandLine.Option;

/** The options that say where runs come from. */
final class RunSource {
  @Option(
      names = "--store",
      paramLabel = "DIR",
      defaultValue = "results/runs",
      description = "Folder of runs that ids refer to (default: ${DEFAULT-VALUE}).")
  private Path store;

  RunStore store() {
    return new RunStore(store);
  }

  /**
   * The run that was meant: a file when there is one of that name or the text looks like one, else
   * a run of the store.
   */
  Run read(String reference) throws IOException {
    RunStore where =
        RunStore.namedFile(reference)
            .map(file -> new RunStore(file.toAbsolutePath().getParent()))
            .orElse(store());
    return asItIs(store().read(reference), where);
  }

  /** The run of the store that was meant, see {@link RunStore#find}. */
  Run find(String reference) throws IOException {
    return asItIs(store().find(reference), store());
  }

  private static Run asItIs(Run run, RunStore store) {
    boolean open = run.started() != null && run.finished() == null;
    return open && store.running(run.id()) ? run.goingOn() : run;
  }
}
