package org.calque.trace;

/** Calls of the device's runtime and driver, in the order of the file. */
final class LaunchEvents {
  private final LongColumn correlations = new LongColumn();
  private final IntColumn threads = new IntColumn();
  private final LongColumn starts = new LongColumn();

  void add(int thread, KinetoEvent event) {
    correlations.add(event.correlation);
    threads.add(thread);
    starts.add(event.start);
  }

  int size() {
    return correlations.size();
  }

  /** What the device events have that it launched. */
  long correlation(int row) {
    return correlations.get(row);
  }

  /** Number of the thread, as CPU events have it. */
  int thread(int row) {
    return threads.get(row);
  }

  /** Nanoseconds by the file's clock. */
  long start(int row) {
    return starts.get(row);
  }
}
