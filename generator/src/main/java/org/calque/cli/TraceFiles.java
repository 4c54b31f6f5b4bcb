package org.calque.cli;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.calque.trace.ExecutionTrace;
import org.calque.trace.ExecutionTraceReader;
import org.calque.trace.ReadOptions;
import org.calque.trace.TraceFormatException;

/** Finds and reads the traces that the command line names. */
final class TraceFiles {
  /** The argument that stands for standard input. */
  static final Path STANDARD_INPUT = Path.of("-");

  private static final Pattern TRACE = Pattern.compile(".*[._]et\\.json(\\.gz)?");
  private static final Pattern PACKED =
      Pattern.compile(".*\\.(json|json\\.gz|zip|tar|tar\\.gz|tgz)");

  /** What lies beside traces and is read with them, or is their documentation. */
  private static final Pattern COMPANION =
      Pattern.compile(".*\\.(kineto\\.json(\\.gz)?|origin\\.json|txt|md|py|dat)|\\..*");

  private static final Pattern SUFFIX =
      Pattern.compile("([._]et)?\\.(json(\\.gz)?|zip|tar(\\.gz)?|tgz)$");
  private static final Pattern RANK = Pattern.compile("rank[-_.]?\\d+");
  private static final Pattern NUMBER = Pattern.compile("\\d+");
  private static final int DIGITS = 20;

  private final ReadOptions options;
  private final InputStream standardInput;
  private final Consumer<Found> action;
  private final List<String> passedOver = new ArrayList<>();

  private TraceFiles(ReadOptions options, InputStream standardInput, Consumer<Found> action) {
    this.options = options;
    this.standardInput = standardInput;
    this.action = action;
  }

  /**
   * A trace and where it was.
   *
   * @param file the file, or {@link #STANDARD_INPUT}
   * @param workload name that its benchmarks carry: {@code gpt_train} for {@code
   *     gpt_train.et.json.gz}, {@code llama_rank-3} for {@code llama/rank-3.json}
   * @param trace the trace
   */
  record Found(Path file, String workload, ExecutionTrace trace) {
    /** The file that belongs to this one, such as {@code gpt_train.origin.json}. */
    Path companion(String suffix) {
      return file.resolveSibling(stem(file.getFileName().toString()) + suffix);
    }

    /** The timeline that lies beside the trace, such as {@code gpt_train.kineto.json.gz}. */
    Optional<Path> timeline() {
      return trace.source().file().contains(ExecutionTraceReader.ENTRY)
          ? Optional.empty()
          : Stream.of(".kineto.json.gz", ".kineto.json")
              .map(this::companion)
              .filter(Files::isRegularFile)
              .findFirst();
    }
  }

  /**
   * Reads each trace, in files as they are named, in folders sorted; a file that is named twice is
   * read once.
   *
   * @return names of files in folders and archives that are no traces
   * @throws TraceFormatException if a file is none that can be read, or a folder has no trace
   */
  static List<String> read(
      List<Path> arguments,
      ReadOptions options,
      InputStream standardInput,
      Consumer<Found> action) {
    TraceFiles files = new TraceFiles(options, standardInput, action);
    Set<Path> found = new LinkedHashSet<>();
    for (Path argument : arguments) {
      if (Files.isDirectory(argument)) {
        found.addAll(files.inFolder(argument));
      } else {
        found.add(argument.normalize());
      }
    }
    found.forEach(files::read);
    return files.passedOver;
  }

  private void read(Path file) {
    Consumer<ExecutionTrace> found =
        trace -> action.accept(new Found(file, workload(file, trace), trace));
    passedOver.addAll(
        file.equals(STANDARD_INPUT)
            ? ExecutionTraceReader.readAll(
                "standard input", "standard input", standardInput, options, found)
            : ExecutionTraceReader.readAll(file, options, found));
  }

  private List<Path> inFolder(Path folder) {
    List<Path> traces = new ArrayList<>();
    try (Stream<Path> files = Files.list(folder)) {
      for (Path file : files.sorted(NUMBERED).toList()) {
        String name = file.getFileName().toString();
        if (Files.isDirectory(file) || COMPANION.matcher(name).matches()) {
          continue;
        }
        if (TRACE.matcher(name).matches()
            || (PACKED.matcher(name).matches() && ExecutionTraceReader.hasTrace(file, options))) {
          traces.add(file.normalize());
        } else {
          passedOver.add(file.toString());
        }
      }
    } catch (IOException e) {
      throw new TraceFormatException(folder.toString(), "cannot be listed: " + e.getMessage(), e);
    }
    if (traces.isEmpty()) {
      throw new TraceFormatException(folder.toString(), "the folder has no execution trace");
    }
    return traces;
  }

  /** By name, numbers in it by value: rank 2 before rank 10. */
  private static final Comparator<Path> NUMBERED =
      Comparator.comparing(
          file ->
              NUMBER
                  .matcher(file.getFileName().toString())
                  .replaceAll(
                      digits ->
                          "0".repeat(Math.max(0, DIGITS - digits.group().length()))
                              + digits.group()));

  private static String workload(Path file, ExecutionTrace trace) {
    String source = trace.source().file();
    int entry = source.indexOf(ExecutionTraceReader.ENTRY);
    String base = stem(source.substring(Math.max(source.lastIndexOf('/'), entry) + 1));
    if (!RANK.matcher(base).matches()) {
      return base.replace(' ', '_');
    }
    Path folder = file.toAbsolutePath().normalize().getParent();
    String job =
        entry >= 0
            ? stem(source.substring(0, entry))
            : folder == null || folder.getFileName() == null ? "" : folder.getFileName().toString();
    return job.isEmpty() ? base : job + "_" + base;
  }

  private static String stem(String name) {
    return SUFFIX.matcher(name).replaceFirst("");
  }
}
