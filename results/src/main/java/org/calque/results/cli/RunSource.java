package org.calque.results.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import org.calque.results.Run;
import org.calque.results.RunFormat;
import org.calque.results.RunFormatException;
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
    Path file;
    try {
      file = Path.of(reference);
    } catch (InvalidPathException e) {
      throw new RunFormatException("'" + reference + "' is neither a run nor a file", e);
    }
    if (Files.isDirectory(file)) {
      throw new RunFormatException(
          file + " is a folder; name a file in it, or a run with --store " + file);
    }
    if (isFile(file)) {
      Path folder = file.toAbsolutePath().getParent();
      return asItIs(RunFormat.read(file), new RunStore(folder));
    }
    return find(reference);
  }

  /** Whether there is such a file, or the text looks like one, which then is missing. */
  static boolean isFile(Path file) {
    return Files.exists(file) || file.getNameCount() > 1 || file.toString().matches(".*\\.jsonl?");
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
