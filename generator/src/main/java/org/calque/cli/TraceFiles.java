package org.calque.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.calque.trace.TraceFormatException;

/** Finds the traces that the command line names. */
final class TraceFiles {
  private static final Pattern TRACE_IN_FOLDER = Pattern.compile(".*[._]et\\.json(\\.gz)?");
  private static final Pattern SUFFIX = Pattern.compile("([._]et)?\\.json(\\.gz)?$");

  private TraceFiles() {}

  /** Files as they are, each once; of folders every {@code *.et.json[.gz]}, sorted. */
  static List<Path> of(List<Path> arguments) {
    List<Path> traces = new ArrayList<>();
    for (Path argument : arguments) {
      if (Files.isDirectory(argument)) {
        traces.addAll(inFolder(argument));
      } else {
        traces.add(argument);
      }
    }
    return traces.stream().map(Path::normalize).distinct().toList();
  }

  private static List<Path> inFolder(Path folder) {
    try (Stream<Path> files = Files.list(folder)) {
      List<Path> traces =
          files
              .filter(file -> TRACE_IN_FOLDER.matcher(file.getFileName().toString()).matches())
              .sorted()
              .toList();
      if (traces.isEmpty()) {
        throw new TraceFormatException(
            folder.toString(), "the folder has no *.et.json or *.et.json.gz");
      }
      return traces;
    } catch (IOException e) {
      throw new TraceFormatException(folder.toString(), "cannot be listed: " + e.getMessage(), e);
    }
  }

  /** {@code gpt_train} for {@code gpt_train.et.json.gz}. */
  static String workload(Path trace) {
    return SUFFIX.matcher(trace.getFileName().toString()).replaceFirst("");
  }

  /** {@code gpt_train.origin.json} beside {@code gpt_train.et.json.gz}. */
  static Path origin(Path trace) {
    return trace.resolveSibling(workload(trace) + ".origin.json");
  }
}
