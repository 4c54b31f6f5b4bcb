package org.calque.launcher.jpwr;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.OutputStreamWriter;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import org.apache.commons.csv.CSVFormat;
import org.apache.commons.csv.CSVParser;
import org.apache.commons.csv.CSVPrinter;
import org.apache.commons.csv.CSVRecord;
import org.calque.results.WholeFile;

/** Files of comma-separated values. */
public final class Csv {
  private static final CSVFormat FORMAT =
      CSVFormat.DEFAULT.builder().setRecordSeparator('\n').get();

  private Csv() {}

  /** What writes the content of a file. */
  public interface Content {
    /** Writes all of it. */
    void write(CSVPrinter csv) throws IOException;
  }

  /** Writes a file that a reader finds whole or not at all. */
  public static void write(Path file, Content content) throws IOException {
    WholeFile.write(
        file,
        out -> {
          CSVPrinter csv = new CSVPrinter(new OutputStreamWriter(out, UTF_8), FORMAT);
          content.write(csv);
          csv.flush();
        });
  }

  /** The records of a file, its header among them. */
  static List<CSVRecord> read(Path file) throws IOException {
    return records(file, FORMAT);
  }

  /** The records of a file below its header, by whose names their values can be asked for. */
  static List<CSVRecord> readTable(Path file) throws IOException {
    return records(
        file,
        FORMAT
            .builder()
            .setHeader()
            .setSkipHeaderRecord(true)
            .setAllowMissingColumnNames(true)
            .get());
  }

  private static List<CSVRecord> records(Path file, CSVFormat format) throws IOException {
    try (Reader reader = Files.newBufferedReader(file, UTF_8);
        CSVParser parser = format.parse(reader)) {
      return parser.getRecords();
    } catch (NoSuchFileException e) {
      throw new IllegalArgumentException(file + " is missing", e);
    } catch (UncheckedIOException e) { // of a record that ends within quotes
      throw new IOException(file + ": " + e.getCause().getMessage(), e);
    }
  }
}
