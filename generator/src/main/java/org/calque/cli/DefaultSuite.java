package org.calque.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.calque.trace.TraceFormatException;

/**
 * The workloads that a bare run measures: the lines of {@code default-suite.txt} in a folder of
 * traces, or every workload where a folder has no such file.
 */
final class DefaultSuite {
  private static final String FILE = "default-suite.txt";

  private DefaultSuite() {}

  static boolean contains(Path trace, String workload) {
    Path list = trace.toAbsolutePath().resolveSibling(FILE);
    return !Files.exists(list) || lines(list).contains(workload);
  }

  private static List<String> lines(Path list) {
    try {
      return Files.readAllLines(list).stream().map(String::strip).toList();
    } catch (IOException e) {
      throw new TraceFormatException(list.toString(), "cannot be read: " + e.getMessage(), e);
    }
  }
}
