package org.calque.results;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A folder of runs, one file {@code <id>.run.json} for each, and a {@link RunJournal} {@code
 * <id>.run.jsonl} for one that has not finished. Writers and readers in any number of processes do
 * each other no harm: a file is there whole or not at all, and of a journal the whole lines count.
 *
 * @param folder where the files are; made by the first save
 */
public record RunStore(Path folder) {
  private static final String SUFFIX = ".run.json";
  private static final String JOURNAL_SUFFIX = ".run.jsonl";
  private static final String LATEST = "latest";

  /**
   * Writes the run, in the place of an earlier state of it. The bytes are on the disk before the
   * file gets its name, so neither a crash nor a reader ever sees half a run.
   *
   * @return the file
   * @throws IllegalArgumentException when the id cannot be a file name
   */
  public Path save(Run run) throws IOException {
    Path file = file(run.id());
    Files.createDirectories(folder);
    WholeFile.write(file, out -> RunFormat.write(run, out));
    return file;
  }

  /** The ids of all runs in alphabetical order, which for ids that Calque made is that of time. */
  public List<String> list() throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files
          .map(file -> file.getFileName().toString())
          .filter(name -> name.endsWith(SUFFIX) || name.endsWith(JOURNAL_SUFFIX))
          .map(name -> name.substring(0, name.lastIndexOf(".run.")))
          .filter(RunId::fitsFileName)
          .distinct()
          .sorted()
          .toList();
    } catch (NoSuchFileException e) {
      return List.of();
    } catch (NotDirectoryException e) {
      throw new RunFormatException(folder + " is not a folder; name the folder of the runs", e);
    }
  }

  /**
   * The file that a reference names: one that exists, or what looks like one and is missing; empty
   * for what can only be an id.
   *
   * @throws RunFormatException when it is a folder, or no name at all
   */
  public static Optional<Path> namedFile(String reference) {
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
    return looksLikeFile(file) ? Optional.of(file) : Optional.empty();
  }

  /** Whether there is such a file, or the text looks like one, which then is missing. */
  public static boolean looksLikeFile(Path file) {
    return Files.exists(file) || file.getNameCount() > 1 || file.toString().matches(".*\\.jsonl?");
  }

  /** The run in the file that a reference names, or the run of this store that it means. */
  public Run read(String reference) throws IOException {
    Optional<Path> file = namedFile(reference);
    return file.isPresent() ? RunFormat.read(file.get()) : find(reference);
  }

  /**
   * The run that was meant.
   *
   * @param reference an id, the beginning of one id only, or {@code latest} for the run that
   *     started last
   * @throws RunFormatException when that is no run or several, or its file is damaged
   */
  public Run find(String reference) throws IOException {
    String id = resolve(reference);
    // A journal that is there goes before: the process died between writing the one and deleting
    // the other, or the run was resumed.
    if (Files.exists(journal(id))) {
      try {
        return RunFormat.read(journal(id));
      } catch (RunFormatException e) {
        // It has just ended, or it was killed before it was resumed.
        if (!Files.exists(file(id))) {
          throw e;
        }
      }
    }
    return RunFormat.read(file(id));
  }

  /** Removes the run with that id, finished or not; that there is none is no error. */
  public void delete(String id) throws IOException {
    Files.deleteIfExists(journal(id));
    Files.deleteIfExists(file(id));
  }

  /** Whether a process goes on with the run, as far as the file system tells. */
  public boolean running(String id) {
    return RunId.fitsFileName(id) && Files.exists(journal(id)) && RunJournal.open(journal(id));
  }

  /** The journal of the run with that id, which need not exist. */
  Path journal(String id) {
    return named(id, JOURNAL_SUFFIX);
  }

  /** The file of the run with that id, which need not exist. */
  public Path file(String id) {
    return named(id, SUFFIX);
  }

  private Path named(String id, String suffix) {
    if (!RunId.fitsFileName(id)) {
      throw new IllegalArgumentException("the run id '" + id + "' cannot be a file name");
    }
    return folder.resolve(id + suffix);
  }

  private String resolve(String reference) throws IOException {
    List<String> ids = list();
    if (ids.contains(reference)) {
      return reference;
    }
    List<String> found =
        reference.equals(LATEST)
            ? ids.stream().filter(RunId::tellsTime).reduce((a, b) -> b).stream().toList()
            : ids.stream().filter(id -> !reference.isEmpty() && id.startsWith(reference)).toList();
    if (found.isEmpty()) {
      throw new RunFormatException(
          "no run '" + reference + "' in " + folder + " (" + ids.size() + " runs there)");
    }
    if (found.size() > 1) {
      throw new RunFormatException(
          "'"
              + reference
              + "' is the beginning of "
              + found.size()
              + " runs in "
              + folder
              + ": "
              + String.join(", ", found.subList(0, Math.min(3, found.size())))
              + (found.size() > 3 ? ", …" : "")
              + "; write more of the id");
    }
    return found.get(0);
  }
}
