package org.calque.launcher.jpwr;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import org.apache.commons.csv.CSVPrinter;
import org.calque.runtime.power.WindowEnergy;

/**
 * Writes the files that jpwr writes, each whole or not at all: {@code power.SUFFIX.csv} with power
 * over time, {@code energy.SUFFIX.csv} with watt-hours, {@code energy_from_counter.SUFFIX.csv} with
 * those of counters alone; and beside them, as jpwr does with what a method has to add, {@code
 * sensors.SUFFIX.csv}, see {@link SensorRow}.
 */
public final class JpwrFiles {
  static final String POWER = "power";
  static final String ENERGY = "energy";
  static final String SENSORS = "sensors";
  static final String EXTENSION = ".csv";

  private final Path folder;
  private final String suffix;
  private final Rank rank;

  /**
   * Files of a measurement.
   *
   * @param folder that there is
   */
  public JpwrFiles(Path folder, String suffix, Rank rank) {
    this.folder = folder;
    this.suffix = suffix;
    this.rank = rank;
  }

  /** The file of a kind and suffix. */
  static Path file(Path folder, String kind, String suffix) {
    return folder.resolve(kind + "." + suffix + EXTENSION);
  }

  /** Writes all of them. */
  public void write(PowerRecording recording) throws IOException {
    List<WindowEnergy> energies = recording.energies();
    write(POWER, csv -> recording.frame().write(csv, rank.header(), time -> rank.cells()));
    write(ENERGY, csv -> energies(csv, energies, WindowEnergy::joules));
    if (energies.stream().anyMatch(energy -> !Double.isNaN(energy.counted()))) {
      write(ENERGY + "_from_counter", csv -> energies(csv, energies, WindowEnergy::counted));
    }
    double ahead = SharedClock.ahead(folder);
    write(SENSORS, csv -> sensors(csv, recording, ahead));
  }

  /** Their names, for a person. */
  @Override
  public String toString() {
    return file(folder, "*", suffix).toString();
  }

  private void write(String kind, Csv.Content content) throws IOException {
    Csv.write(file(folder, kind, suffix), content);
  }

  /** A pandas series: a line for each sensor; nothing in place of what was not measured. */
  private void energies(
      CSVPrinter csv, List<WindowEnergy> energies, ToDoubleFunction<WindowEnergy> joules)
      throws IOException {
    csv.printRecord(null, "0"); // nothing at all, as pandas writes it, and not an empty text
    for (WindowEnergy energy : energies) {
      csv.printRecord(
          JpwrNames.column(energy.sensor()),
          Numbers.significant(joules.applyAsDouble(energy) / WindowEnergy.JOULES_PER_WH));
    }
    for (int i = 0; i < rank.header().size(); i++) {
      csv.printRecord(rank.header().get(i), rank.cells().get(i));
    }
  }

  private void sensors(CSVPrinter csv, PowerRecording recording, double ahead) throws IOException {
    List<Map<String, Object>> rows = new ArrayList<>();
    for (int i = 0; i < recording.energies().size(); i++) {
      rows.add(SensorRow.of(recording.energies().get(i), recording.samplings().get(i)));
    }
    recording.unavailable().forEach(missing -> rows.add(SensorRow.of(missing)));
    List<Object> header = new ArrayList<>();
    header.add(null);
    header.addAll(SensorRow.empty().keySet());
    csv.printRecord(header);
    for (int i = 0; i < rows.size(); i++) {
      Map<String, Object> row = rows.get(i);
      row.put(SensorRow.STARTED, Numbers.decimal(recording.started()));
      row.put(SensorRow.AHEAD, Numbers.decimal(ahead));
      row.put(SensorRow.NODE, rank.node());
      row.put(SensorRow.RANK, rank.number());
      List<Object> cells = new ArrayList<>(List.of(i));
      cells.addAll(row.values());
      csv.printRecord(cells);
    }
  }
}
