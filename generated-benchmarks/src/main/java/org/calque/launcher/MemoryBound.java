package org.calque.launcher;

import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.calque.runtime.ReplayException;
import org.calque.runtime.TypeSubstitutions;

/**
 * How much memory the tensors of a replay may take.
 *
 * @param bytes the most that they may
 * @param available what the device has left
 * @param replays how many replays of a workload there are at a time
 * @param widening how many times larger than recorded a tensor may be, of a workload whose element
 *     types can be chosen
 */
record MemoryBound(long bytes, long available, int replays, double widening) {
  /** The option that sets it. */
  static final String OPTION = "--max-memory";

  /** What {@link #OPTION} takes, for people. */
  static final String SYNTAX = "bytes, a number with k, m, g or t, or a percentage";

  private static final double MIB = 1 << 20;
  private static final Pattern SIZE =
      Pattern.compile("(\\d{1,15}(?:\\.\\d{1,9})?)([kmgt%])?", Pattern.CASE_INSENSITIVE);

  /**
   * The bound that a user asks for.
   *
   * @param size such as {@code 512m} or {@code 50%}, of what is available; {@code null} for all of
   *     that
   * @param available bytes that the device has left
   * @throws ReplayException if it is no size
   */
  static MemoryBound of(String size, long available) {
    return new MemoryBound(size == null ? available : parse(size, available), available, 1, 1);
  }

  /** The same for several replays at a time, each with tensors of its own. */
  MemoryBound forReplays(int number) {
    return new MemoryBound(bytes, available, number, widening);
  }

  /** The same for tensors whose element types take the place of others. */
  MemoryBound forTypes(TypeSubstitutions types) {
    return new MemoryBound(bytes, available, replays, types.widening());
  }

  private static long parse(String size, long available) {
    Matcher parts = SIZE.matcher(size);
    if (!parts.matches()) {
      throw new ReplayException(OPTION + " " + size + " is no size; give " + SYNTAX);
    }
    String unit = parts.group(2) == null ? "" : parts.group(2).toLowerCase(Locale.ROOT);
    double scale =
        switch (unit) {
          case "k" -> 1L << 10;
          case "m" -> 1L << 20;
          case "g" -> 1L << 30;
          case "t" -> 1L << 40;
          case "%" -> available / 100.0;
          default -> 1;
        };
    return (long) (Double.parseDouble(parts.group(1)) * scale);
  }

  /** What a workload needs and what there is, in one line. */
  String estimate(Manifest workload) {
    Manifest.Memory memory = workload.memory();
    return String.format(
        Locale.ROOT,
        "%s: %.0f MiB before the step, at most %.0f MiB at node %d (%s)%s; %.0f MiB available",
        workload.workload(),
        memory.materialized() * widening(workload) / MIB,
        memory.total() * widening(workload) / MIB,
        memory.peak().node(),
        memory.peak().operator(),
        atATime(),
        available / MIB);
  }

  private String atATime() {
    return replays == 1 ? "" : ", in each of " + replays + " threads";
  }

  /**
   * Checks that a workload fits.
   *
   * @throws ReplayException if it does not: what needs most, what is allowed, what to do
   */
  void check(Manifest workload) {
    String refusal = refusal(workload);
    if (!refusal.isEmpty()) {
      throw new ReplayException(refusal);
    }
  }

  /** What needs most, what is allowed and what to do, where a workload does not fit; else empty. */
  String refusal(Manifest workload) {
    Manifest.Memory memory = workload.memory();
    return memory.total() * widening(workload) <= (double) bytes / replays
        ? ""
        : String.format(
            Locale.ROOT,
            "%s: its tensors need %.0f MiB at node %d (%s)%s, and %.0f MiB of %.0f MiB available"
                + " may be taken; the largest before the step, %s, takes %.0f MiB; record a"
                + " smaller batch, leave it out with -e %s, or change the bound with %s",
            workload.source().file(),
            memory.total() * widening(workload) / MIB,
            memory.peak().node(),
            memory.peak().operator(),
            atATime(),
            bytes / MIB,
            available / MIB,
            memory.largest().role(),
            memory.largest().bytes() * widening(workload) / MIB,
            workload.benchmarkClass(),
            OPTION);
  }

  private double widening(Manifest workload) {
    return workload.parameters().containsKey("types") ? widening : 1;
  }
}
