package org.calque.trace;

/** Operators and labels on the CPU, one column for each field, in the order of the file. */
final class CpuEvents {
  private final IntColumn names = new IntColumn();
  private final IntColumn threads = new IntColumn();
  private final LongColumn starts = new LongColumn();
  private final LongColumn durations = new LongColumn();
  private final LongColumn externalIds = new LongColumn();
  private final LongColumn eventIndices = new LongColumn();
  private final LongColumn recordFunctions = new LongColumn();
  private final LongColumn sequences = new LongColumn();

  void add(int name, int thread, KinetoEvent event) {
    names.add(name);
    threads.add(thread);
    starts.add(event.start);
    durations.add(Math.max(0, event.duration));
    externalIds.add(event.externalId);
    eventIndices.add(event.eventIndex);
    recordFunctions.add(event.recordFunction);
    sequences.add(event.sequence);
  }

  int size() {
    return names.size();
  }

  /** Symbol of the name. */
  int name(int row) {
    return names.get(row);
  }

  /** Number of the thread, from 0 in the order of appearance. */
  int thread(int row) {
    return threads.get(row);
  }

  /** Nanoseconds by the file's clock. */
  long start(int row) {
    return starts.get(row);
  }

  /** Nanoseconds by the file's clock. */
  long end(int row) {
    return starts.get(row) + durations.get(row);
  }

  /** Nanoseconds. */
  long duration(int row) {
    return durations.get(row);
  }

  /** {@link KinetoEvent#NONE} if not stated, as all that follow. */
  long externalId(int row) {
    return externalIds.get(row);
  }

  long eventIndex(int row) {
    return eventIndices.get(row);
  }

  long recordFunction(int row) {
    return recordFunctions.get(row);
  }

  long sequence(int row) {
    return sequences.get(row);
  }
}
