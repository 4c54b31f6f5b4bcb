package org.calque.launcher.jpwr;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.function.DoubleFunction;
import org.apache.commons.csv.CSVPrinter;

/**
 * Power over time of several sensors as a table. Sensors are read at times of their own: a row is
 * at a time of the one that was read most often, and the others have there what lies on the line
 * between their readings, and nothing before the first and after the last.
 */
public final class PowerFrame {
  private final List<Column> columns;
  private final double[] seconds;

  /**
   * The readings of a sensor.
   *
   * @param name of its column
   * @param seconds since the epoch, rising
   * @param watts at each
   */
  public record Column(String name, double[] seconds, double[] watts) {
    /** Power at a time; NaN where it is not between two readings. */
    private double at(double time) {
      int place = Arrays.binarySearch(seconds, time);
      if (place >= 0) {
        return watts[place];
      }
      int after = -place - 1;
      if (after == 0 || after == seconds.length) {
        return Double.NaN;
      }
      double share = (time - seconds[after - 1]) / (seconds[after] - seconds[after - 1]);
      return watts[after - 1] + share * (watts[after] - watts[after - 1]);
    }
  }

  /** A table of these columns. */
  public PowerFrame(List<Column> columns) {
    this.columns = List.copyOf(columns);
    seconds =
        columns.stream()
            .max(Comparator.comparingInt(column -> column.seconds().length))
            .map(Column::seconds)
            .orElse(new double[0]);
  }

  /**
   * Writes the table as pandas does, with an index, and some columns more.
   *
   * @param header of these
   * @param cells of a row at a time
   */
  public void write(CSVPrinter csv, List<String> header, DoubleFunction<List<String>> cells)
      throws IOException {
    List<String> all = new ArrayList<>(Arrays.asList(null, "timestamps"));
    columns.forEach(column -> all.add(column.name()));
    all.addAll(header);
    csv.printRecord(all);
    for (int i = 0; i < seconds.length; i++) {
      all.clear();
      all.add(Integer.toString(i));
      all.add(Numbers.decimal(seconds[i]));
      for (Column column : columns) {
        all.add(Numbers.decimal(column.at(seconds[i])));
      }
      all.addAll(cells.apply(seconds[i]));
      csv.printRecord(all);
    }
  }
}
