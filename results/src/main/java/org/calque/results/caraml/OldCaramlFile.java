package org.calque.results.caraml;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.calque.results.RunFormatException;

/**
 * A csv file that CARAML wrote: a header and rows of fields without quotes. Columns that its tables
 * have gained or lost over the years stay as they are called.
 *
 * @param rows cells by column
 */
public record OldCaramlFile(List<Map<String, String>> rows) {
  /**
   * Reads one.
   *
   * @throws RunFormatException if it has no header of the benchmark's, or a row is too long
   */
  public static OldCaramlFile read(Path file, CaramlBenchmark benchmark) throws IOException {
    List<String> lines = Files.readAllLines(file).stream().filter(l -> !l.isBlank()).toList();
    List<String> header = lines.isEmpty() ? List.of() : fields(lines.get(0));
    if (!header.contains(benchmark.throughput())) {
      throw new RunFormatException(
          file
              + " is no csv of CARAML's "
              + benchmark.word()
              + ": its header has no "
              + benchmark.throughput());
    }
    List<Map<String, String>> rows = new ArrayList<>();
    for (String line : lines.subList(1, lines.size())) {
      List<String> fields = fields(line);
      if (fields.size() > header.size()) {
        throw new RunFormatException(
            file + ": a row has " + fields.size() + " fields, the header " + header.size());
      }
      Map<String, String> row = new LinkedHashMap<>();
      for (int i = 0; i < fields.size(); i++) {
        row.put(
            header.get(i).equals("Time/Iteration(s)") ? "Time/iteration(s)" : header.get(i),
            fields.get(i));
      }
      row.put("Source", file.getFileName().toString());
      rows.add(row);
    }
    return new OldCaramlFile(rows);
  }

  /** Whether a file has the header of a benchmark's table. */
  public static boolean isOf(Path file, CaramlBenchmark benchmark) throws IOException {
    return Files.readAllLines(file).stream()
        .filter(line -> !line.isBlank())
        .findFirst()
        .map(header -> fields(header).contains(benchmark.throughput()))
        .orElse(false);
  }

  private static List<String> fields(String line) {
    return List.of(line.split(",", -1));
  }
}
