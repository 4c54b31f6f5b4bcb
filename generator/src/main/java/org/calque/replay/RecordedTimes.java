package org.calque.replay;

import java.util.Optional;
import org.calque.trace.ExecutionTrace;
import org.calque.trace.Timings;

/**
 * How long nodes took in the recording: on the device where the timeline has one, else on the host.
 */
final class RecordedTimes {
  private final Optional<Timings> timings;
  private final boolean onDevice;

  private RecordedTimes(Optional<Timings> timings) {
    this.timings = timings;
    onDevice = timings.map(known -> known.join().attached() > 0).orElse(false);
  }

  /** Those of a trace's nodes. */
  static RecordedTimes of(ExecutionTrace trace) {
    return new RecordedTimes(trace.timings());
  }

  /** Nanoseconds of a node and all inside; 0 where nothing is known. */
  long nanos(int node) {
    return timings
        .map(known -> onDevice ? known.deviceNanos(node) : Math.max(0, known.durationNanos(node)))
        .orElse(0L);
  }
}
