package org.calque.launcher.jpwr;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.commons.csv.CSVRecord;

/**
 * The files of one measurement, as they were left.
 *
 * @param ahead of the file system's clock, in seconds
 * @param started in seconds since the epoch
 * @param seconds that it took
 * @param devices that were measured, by column
 * @param energies watt-hours as they are written, by column
 * @param power the table of power over time, its header first
 */
record MeasuredFiles(
    String suffix,
    Rank rank,
    double ahead,
    double started,
    double seconds,
    Map<String, Device> devices,
    Map<String, String> energies,
    List<CSVRecord> power) {

  /** What was measured, whoever measured it. */
  record Device(String node, String column, String identity) {}

  /**
   * All measurements of a folder in which any sensor was found, in the order of their ranks.
   *
   * @throws IllegalArgumentException if there is none, or a file is not as they are
   */
  static List<MeasuredFiles> in(Path folder) throws IOException {
    if (!Files.isDirectory(folder)) {
      throw new IllegalArgumentException(folder + " is no folder");
    }
    List<MeasuredFiles> all = new ArrayList<>();
    String start = JpwrFiles.SENSORS + ".";
    try (Stream<Path> files = Files.list(folder)) {
      for (Path file : files.sorted().toList()) {
        String name = file.getFileName().toString();
        if (name.startsWith(start) && name.endsWith(JpwrFiles.EXTENSION)) {
          int end = name.length() - JpwrFiles.EXTENSION.length();
          read(folder, name.substring(start.length(), end), all);
        }
      }
    }
    if (all.isEmpty()) {
      throw new IllegalArgumentException(
          folder + " has no " + start + "*" + JpwrFiles.EXTENSION + " with a sensor");
    }
    all.sort(Comparator.comparingLong(MeasuredFiles::order));
    return all;
  }

  private long order() {
    return rank.number().isEmpty() ? Long.MAX_VALUE : Long.parseLong(rank.number());
  }

  private static void read(Path folder, String suffix, List<MeasuredFiles> all) throws IOException {
    Path sensors = JpwrFiles.file(folder, JpwrFiles.SENSORS, suffix);
    Map<String, Device> devices = new LinkedHashMap<>();
    CSVRecord last = null;
    for (CSVRecord row : Csv.readTable(sensors)) {
      if (!row.get(SensorRow.SECONDS).isEmpty()) {
        String column = row.get(SensorRow.COLUMN);
        devices.put(
            column, new Device(row.get(SensorRow.NODE), column, row.get(SensorRow.IDENTITY)));
        last = row;
      }
    }
    if (last != null) {
      all.add(
          new MeasuredFiles(
              suffix,
              new Rank(last.get(SensorRow.NODE), last.get(SensorRow.RANK)),
              number(sensors, last, SensorRow.AHEAD),
              number(sensors, last, SensorRow.STARTED),
              number(sensors, last, SensorRow.SECONDS),
              devices,
              energies(JpwrFiles.file(folder, JpwrFiles.ENERGY, suffix)),
              Csv.read(JpwrFiles.file(folder, JpwrFiles.POWER, suffix))));
    }
  }

  private static double number(Path file, CSVRecord row, String column) {
    try {
      return Double.parseDouble(row.get(column));
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException(
          file + ": " + column + " is no number: '" + row.get(column) + "'", e);
    }
  }

  private static Map<String, String> energies(Path file) throws IOException {
    Map<String, String> energies = new LinkedHashMap<>();
    for (CSVRecord row : Csv.read(file)) {
      energies.put(row.get(0), row.size() > 1 ? row.get(1) : "");
    }
    return energies;
  }

  /** For a message. */
  String words() {
    return rank.number().isEmpty() ? suffix : "rank " + rank.number() + " on " + rank.node();
  }
}
