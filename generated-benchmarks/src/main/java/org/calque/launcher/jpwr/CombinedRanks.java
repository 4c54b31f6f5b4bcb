package org.calque.launcher.jpwr;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.apache.commons.csv.CSVPrinter;
import org.apache.commons.csv.CSVRecord;

/**
 * What several ranks of a job measured, each on its own, as one: {@code combined_energy.csv} with a
 * row for each rank and {@code combined_power.csv} with power over time. Ranks of a node see the
 * same devices: each device is that of the first rank alone.
 */
public final class CombinedRanks {
  private final List<MeasuredFiles> ranks;

  /** Who else measured a device, by the device. */
  private final Map<MeasuredFiles.Device, List<MeasuredFiles>> seen = new LinkedHashMap<>();

  private CombinedRanks(List<MeasuredFiles> ranks) {
    this.ranks = ranks;
    for (MeasuredFiles rank : ranks) {
      for (MeasuredFiles.Device device : rank.devices().values()) {
        seen.computeIfAbsent(device, d -> new ArrayList<>()).add(rank);
      }
    }
  }

  /**
   * Puts the files of a folder together.
   *
   * @param limit by how many seconds clocks may differ
   * @throws IllegalArgumentException if they cannot be: what and why
   */
  public static CombinedRanks of(Path folder, double limit) throws IOException {
    List<MeasuredFiles> ranks = MeasuredFiles.in(folder);
    MeasuredFiles first = ranks.get(0);
    MeasuredFiles slowest = first;
    MeasuredFiles fastest = first;
    for (MeasuredFiles rank : ranks) {
      slowest = rank.ahead() < slowest.ahead() ? rank : slowest;
      fastest = rank.ahead() > fastest.ahead() ? rank : fastest;
      if (rank.started() > first.started() + first.seconds()
          || first.started() > rank.started() + rank.seconds()) {
        throw refused(
            "%s and %s did not run at the same time: keep the files of one job in a folder",
            first.words(), rank.words());
      }
    }
    double apart = fastest.ahead() - slowest.ahead();
    if (apart > limit) {
      throw refused(
          "the clocks of %s and %s are %.3f s apart, more than %.3g s: set them, or allow it with"
              + " --clock-limit",
          fastest.words(), slowest.words(), apart, limit);
    }
    Set<Rank> names = new LinkedHashSet<>();
    for (MeasuredFiles rank : ranks) {
      if (!rank.rank().number().isEmpty() && !names.add(rank.rank())) {
        throw refused("%s has left two measurements: remove one", rank.words());
      }
    }
    return new CombinedRanks(ranks);
  }

  private static IllegalArgumentException refused(String format, Object... arguments) {
    return new IllegalArgumentException(String.format(Locale.ROOT, format, arguments));
  }

  /** A line for each device that several ranks measured. */
  public List<String> repeated() {
    List<String> lines = new ArrayList<>();
    seen.forEach(
        (device, by) -> {
          if (by.size() > 1) {
            lines.add(
                device.column()
                    + " of "
                    + device.node()
                    + ": measured by "
                    + by.size()
                    + ", taken from "
                    + by.get(0).words());
          }
        });
    return lines;
  }

  /** How many measurements there are. */
  public int size() {
    return ranks.size();
  }

  /** Writes both files. */
  public void write(Path folder) throws IOException {
    Set<String> columns = new LinkedHashSet<>();
    seen.keySet().forEach(device -> columns.add(device.column()));
    Csv.write(folder.resolve("combined_energy.csv"), csv -> energies(csv, columns));
    Csv.write(folder.resolve("combined_power.csv"), csv -> power(csv, columns));
  }

  private boolean takes(MeasuredFiles rank, String column) {
    MeasuredFiles.Device device = rank.devices().get(column);
    return device != null && seen.get(device).get(0) == rank;
  }

  private void energies(CSVPrinter csv, Collection<String> columns) throws IOException {
    List<Object> cells = new ArrayList<>(Arrays.asList(null, SensorRow.NODE, SensorRow.RANK));
    cells.addAll(columns);
    csv.printRecord(cells);
    for (int i = 0; i < ranks.size(); i++) {
      MeasuredFiles rank = ranks.get(i);
      cells = new ArrayList<>(List.of(i, rank.rank().node(), rank.rank().number()));
      for (String column : columns) {
        cells.add(takes(rank, column) ? rank.energies().getOrDefault(column, "") : "");
      }
      csv.printRecord(cells);
    }
  }

  private void power(CSVPrinter csv, Collection<String> columns) throws IOException {
    List<Object> cells = new ArrayList<>(Arrays.asList(null, "timestamps"));
    cells.addAll(columns);
    cells.addAll(List.of(SensorRow.NODE, SensorRow.RANK));
    csv.printRecord(cells);
    int number = 0;
    for (MeasuredFiles rank : ranks) {
      if (rank.power().isEmpty() || columns.stream().noneMatch(column -> takes(rank, column))) {
        continue;
      }
      List<String> header = rank.power().get(0).toList();
      for (CSVRecord row : rank.power().subList(1, rank.power().size())) {
        cells = new ArrayList<>(List.of(number++, row.get(1)));
        for (String column : columns) {
          int at = header.indexOf(column);
          cells.add(at >= 0 && takes(rank, column) ? row.get(at) : "");
        }
        cells.addAll(List.of(rank.rank().node(), rank.rank().number()));
        csv.printRecord(cells);
      }
    }
  }
}
