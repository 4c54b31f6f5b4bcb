package org.calque.launcher.power;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.calque.launcher.jpwr.Csv;
import org.calque.launcher.jpwr.PowerFrame;
import org.calque.results.Entry;
import org.calque.results.MeasuredPower;
import org.calque.results.Run;

/**
 * Power over time of each fork of a run as a file of comma-separated values, as jpwr has it, with
 * the number of the measured iteration where one was under way.
 */
public final class PowerTraces {
  private static final double MILLIS = 1e3;

  private PowerTraces() {}

  /**
   * Writes what a run has.
   *
   * @param folder made where there is anything to write
   * @return how many files
   */
  public static int write(Run run, Path folder) throws IOException {
    int files = 0;
    for (int i = 0; i < run.entries().size(); i++) {
      Entry entry = run.entries().get(i);
      List<MeasuredPower.Fork> forks = entry.power() == null ? List.of() : entry.power().forks();
      for (int fork = 0; fork < forks.size(); fork++) {
        if (forks.get(fork).samplings().stream().anyMatch(s -> !s.seconds().isEmpty())) {
          Files.createDirectories(folder);
          write(forks.get(fork), folder.resolve(name(i + 1, entry, fork + 1)));
          files++;
        }
      }
    }
    return files;
  }

  /** Benchmarks are numbered as in the run, since some differ in parameters alone. */
  private static String name(int place, Entry entry, int fork) {
    String[] parts = entry.benchmark().split("\\.");
    String method = parts[parts.length - 1];
    String type = parts.length > 1 ? parts[parts.length - 2] + "." : "";
    return "%03d-%s%s-fork%d.csv".formatted(place, type, method, fork);
  }

  private static void write(MeasuredPower.Fork fork, Path file) throws IOException {
    double started = fork.started() / MILLIS;
    List<PowerFrame.Column> columns = new ArrayList<>();
    for (MeasuredPower.Sampling sampling : fork.samplings()) {
      columns.add(
          new PowerFrame.Column(
              sampling.sensor(),
              sampling.seconds().stream().mapToDouble(seconds -> started + seconds).toArray(),
              sampling.watts().stream().mapToDouble(Double::doubleValue).toArray()));
    }
    Csv.write(
        file,
        csv ->
            new PowerFrame(columns)
                .write(
                    csv,
                    List.of("iteration"),
                    time -> List.of(iteration(fork.iterations(), time - started))));
  }

  private static String iteration(List<MeasuredPower.Iteration> iterations, double seconds) {
    return IntStream.range(0, iterations.size())
        .filter(i -> iterations.get(i).from() <= seconds && seconds <= iterations.get(i).to())
        .mapToObj(i -> Integer.toString(i + 1))
        .findFirst()
        .orElse("");
  }
}
