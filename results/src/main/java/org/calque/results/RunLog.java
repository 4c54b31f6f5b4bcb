package org.calque.results;

import java.io.Closeable;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** A run that goes on, and takes entries as they come to be. */
public interface RunLog extends Closeable {

  /** A run that is kept in memory alone. */
  static RunLog inMemory(Run begun) {
    return new InMemory(begun);
  }

  /**
   * Takes an entry in the place of an earlier one of its key.
   *
   * @return whether anything changed
   */
  boolean append(Entry entry) throws IOException;

  /** The run as it is now. */
  Run run();

  /** Ends the run, and returns it. */
  Run finish(Instant at) throws IOException;

  /** Forgets a run of which nothing has begun; one that is resumed stays as it was. */
  void discard() throws IOException;

  /** The benchmarks that have still to run, in the order of the entries. */
  default List<BenchmarkKey> unfinished() {
    return run().entries().stream()
        .filter(entry -> entry.status().unfinished())
        .map(Entry::key)
        .toList();
  }

  /** See {@link #inMemory}; also what the others keep of a run. */
  final class InMemory implements RunLog {
    private final Run begun;
    private final Map<BenchmarkKey, Entry> entries = new LinkedHashMap<>();

    private InMemory(Run begun) {
      this.begun = begun;
      begun.entries().forEach(entry -> entries.put(entry.key(), entry));
    }

    @Override
    public boolean append(Entry entry) {
      return !entry.equals(entries.put(entry.key(), entry));
    }

    @Override
    public Run run() {
      return begun.withEntries(new ArrayList<>(entries.values()));
    }

    @Override
    public Run finish(Instant at) {
      return run().finish(at);
    }

    @Override
    public void discard() {}

    @Override
    public void close() {}
  }
}
