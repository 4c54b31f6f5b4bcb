package org.calque.replay;

import com.carrotsearch.hppc.IntArrayList;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import org.calque.trace.ExecutionTrace;
import org.calque.trace.Timings;

/**
 * When an operator ran, from a timeline. Where there is none, or it has not this operator, times
 * are {@link Timings#UNKNOWN}.
 *
 * @param gapNanos from the end of all operators before it, on any thread, to its start; at least 0
 * @param durationNanos from its start to its end on the host
 * @param streams numbers of the device's streams that it launched work on, in ascending order
 */
public record Timing(long gapNanos, long durationNanos, List<Integer> streams) {
  /** Nothing is known. */
  public static final Timing UNKNOWN = new Timing(Timings.UNKNOWN, Timings.UNKNOWN, List.of());

  /** Copies the list. */
  public Timing {
    streams = List.copyOf(streams);
  }

  /**
   * The timings of operators.
   *
   * @param outermost positions of operators of which none lies in another, in execution order
   * @return one for each
   */
  static List<Timing> of(ExecutionTrace trace, IntArrayList outermost) {
    Optional<Timings> timings = trace.timings();
    if (timings.isEmpty()) {
      return Collections.nCopies(outermost.size(), UNKNOWN);
    }
    List<Timing> all = new ArrayList<>(outermost.size());
    long busyUntil = Timings.UNKNOWN;
    for (int i = 0; i < outermost.size(); i++) {
      int node = outermost.get(i);
      all.add(of(timings.get(), node, busyUntil));
      if (timings.get().hasTime(node)) {
        long end = timings.get().startNanos(node) + timings.get().durationNanos(node);
        busyUntil = Math.max(busyUntil, end);
      }
    }
    return all;
  }

  private static Timing of(Timings timings, int node, long busyUntil) {
    if (!timings.hasTime(node)) {
      return UNKNOWN;
    }
    return new Timing(
        busyUntil == Timings.UNKNOWN
            ? Timings.UNKNOWN
            : Math.max(0, timings.startNanos(node) - busyUntil),
        timings.durationNanos(node),
        Arrays.stream(timings.streams(node)).boxed().toList());
  }
}
