package org.calque.launcher.power;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.calque.results.MeasuredPower;
import tools.jackson.core.JacksonException;

/** Gathers what the forks of a benchmark have left. */
public final class ForkLogs {
  private ForkLogs() {}

  /**
   * What all forks since the last call measured; null when there was none. Their files are gone
   * then.
   */
  public static MeasuredPower take(Path folder) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      List<Path> logs =
          files.filter(file -> file.toString().endsWith(ForkLog.SUFFIX)).sorted().toList();
      MeasuredPower begun = null;
      List<MeasuredPower.Fork> forks = new ArrayList<>();
      for (Path log : logs) {
        List<ForkLog.Line> lines = lines(log);
        if (!lines.isEmpty()) {
          begun = begun == null ? lines.get(0).begun() : begun;
          forks.add(joined(lines.stream().map(ForkLog.Line::part).toList()));
        }
        Files.delete(log);
      }
      return begun == null ? null : new MeasuredPower(begun.sensors(), begun.unavailable(), forks);
    }
  }

  /** All lines but one that a fork was ended in. */
  private static List<ForkLog.Line> lines(Path log) throws IOException {
    List<ForkLog.Line> lines = new ArrayList<>();
    for (String line : Files.readAllLines(log)) {
      try {
        lines.add(ForkLog.JSON.readValue(line, ForkLog.Line.class));
      } catch (JacksonException e) {
        break;
      }
    }
    return lines;
  }

  private static MeasuredPower.Fork joined(List<MeasuredPower.Fork> parts) {
    Map<String, MeasuredPower.Sampling> samplings = new LinkedHashMap<>();
    for (MeasuredPower.Fork part : parts) {
      part.samplings().forEach(next -> samplings.merge(next.sensor(), next, ForkLogs::joined));
    }
    return new MeasuredPower.Fork(
        parts.get(0).started(),
        parts.stream().flatMap(part -> part.idle().stream()).toList(),
        parts.stream().flatMap(part -> part.iterations().stream()).toList(),
        List.copyOf(samplings.values()));
  }

  /** Totals are those of the later, samples those of both. */
  private static MeasuredPower.Sampling joined(
      MeasuredPower.Sampling earlier, MeasuredPower.Sampling later) {
    return new MeasuredPower.Sampling(
        later.sensor(),
        later.readings(),
        later.jitter(),
        later.cpuSeconds(),
        both(earlier.seconds(), later.seconds()),
        both(earlier.watts(), later.watts()));
  }

  private static List<Double> both(List<Double> first, List<Double> second) {
    List<Double> all = new ArrayList<>(first);
    all.addAll(second);
    return all;
  }
}
