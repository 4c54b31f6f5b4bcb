package org.calque.trace;

/** Kernels, copies and fills, in the order of the file. */
final class DeviceEvents {
  private static final KinetoEvent.Category[] KINDS = KinetoEvent.Category.values();

  private final IntColumn kinds = new IntColumn();
  private final IntColumn names = new IntColumn();
  private final LongColumn starts = new LongColumn();
  private final LongColumn durations = new LongColumn();
  private final LongColumn correlations = new LongColumn();
  private final LongColumn externalIds = new LongColumn();
  private final IntColumn streams = new IntColumn();
  private final IntColumn devices = new IntColumn();

  void add(int name, KinetoEvent event) {
    kinds.add(event.category.ordinal());
    names.add(name);
    starts.add(event.start);
    durations.add(Math.max(0, event.duration));
    correlations.add(event.correlation);
    externalIds.add(event.externalId);
    streams.add(number(event.stream));
    devices.add(number(event.device));
  }

  private static int number(long stated) {
    return stated >= 0 && stated <= Integer.MAX_VALUE ? (int) stated : TimingsBuilder.NO_STREAM;
  }

  int size() {
    return names.size();
  }

  KinetoEvent.Category kind(int row) {
    return KINDS[kinds.get(row)];
  }

  /** Symbol of the name. */
  int name(int row) {
    return names.get(row);
  }

  /** Nanoseconds by the file's clock. */
  long start(int row) {
    return starts.get(row);
  }

  /** Nanoseconds. */
  long duration(int row) {
    return durations.get(row);
  }

  /** Number of the launching call; {@link KinetoEvent#NONE} if not stated. */
  long correlation(int row) {
    return correlations.get(row);
  }

  /** Number of the operator, or, in older files, the correlation. */
  long externalId(int row) {
    return externalIds.get(row);
  }

  /** Number of the stream; -1 if not stated. */
  int stream(int row) {
    return streams.get(row);
  }

  /** Number of the device; -1 if not stated. */
  int device(int row) {
    return devices.get(row);
  }
}
