package org.calque.results.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.calque.results.RunFormatException;
import org.calque.results.RunId;
import picocli.CommandLine.Option;

/** The folder of runs that are kept to compare with, by names that stay, such as {@code main}. */
final class Baselines {
  static final String SUFFIX = ".run.json";

  @Option(
      names = "--baselines",
      paramLabel = "DIR",
      defaultValue = "results/baselines",
      description = "Folder of baselines (default: ${DEFAULT-VALUE}).")
  private Path folder;

  /**
   * The runs of that name: {@code NAME.run.json} or {@code NAME.json}, or all files of the folder
   * {@code NAME} that end so.
   *
   * @throws RunFormatException when there is none
   */
  List<Path> files(String name) throws IOException {
    check(name);
    for (String suffix : List.of(SUFFIX, ".json")) {
      Path file = folder.resolve(name + suffix);
      if (Files.isRegularFile(file)) {
        return List.of(file);
      }
    }
    Path several = folder.resolve(name);
    if (Files.isDirectory(several)) {
      try (Stream<Path> files = Files.list(several)) {
        List<Path> found =
            files.filter(file -> file.toString().endsWith(".json")).sorted().toList();
        if (!found.isEmpty()) {
          return found;
        }
      }
    }
    throw new RunFormatException(
        "no baseline '%s' in %s: write one with 'baseline %s RUN', or name the folder with --baselines"
            .formatted(name, folder, name));
  }

  /** Where the run of that name is, or is to be. */
  Path file(String name) {
    check(name);
    return folder.resolve(name + SUFFIX);
  }

  private static void check(String name) {
    if (!RunId.fitsFileName(name)) {
      throw new RunFormatException(
          "'" + name + "' cannot name a baseline; use letters, digits, '.', '_' and '-'");
    }
  }
}
