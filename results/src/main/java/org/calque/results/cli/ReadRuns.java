package org.calque.results.cli;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.calque.results.Run;
import org.calque.results.RunFormatException;
import org.calque.results.history.RunValues;

/**
 * The runs that a history is made of.
 *
 * @param runs what could be read
 * @param unreadable what could not, one line each
 */
record ReadRuns(List<RunValues> runs, List<String> unreadable) {

  /** Reads one run. */
  @FunctionalInterface
  private interface Reader {
    Run read() throws IOException;
  }

  private ReadRuns() {
    this(new ArrayList<>(), new ArrayList<>());
  }

  /** All runs of the store. */
  static ReadRuns of(RunSource source) throws IOException {
    ReadRuns all = new ReadRuns();
    for (String id : source.store().list()) {
      all.add(() -> source.find(id));
    }
    return all;
  }

  /** The runs of that names. */
  static ReadRuns of(List<String> names, RunSource source) throws IOException {
    ReadRuns all = new ReadRuns();
    for (String name : names) {
      all.add(() -> source.read(name));
    }
    return all;
  }

  /** One damaged file does not hide the others. */
  private void add(Reader reader) {
    try {
      runs.add(RunValues.of(reader.read()));
    } catch (RunFormatException e) {
      unreadable.add(e.getMessage());
    } catch (IOException e) {
      unreadable.add("cannot read " + e.getMessage());
    }
  }
}
