package org.calque.cli;

import java.io.PrintWriter;
import java.util.Locale;
import java.util.function.LongConsumer;
import java.util.function.LongSupplier;

/**
 * How much of a file has been read, on one line of a terminal. It appears only when the reading
 * takes longer than a second, and it is wiped off at the end.
 */
final class ProgressBar implements LongConsumer, AutoCloseable {
  private static final long NANOS_UNTIL_SHOWN = 1_000_000_000L;
  private static final long NANOS_BETWEEN = 100_000_000L;
  private static final int CELLS = 30;

  private final PrintWriter out;
  private final String name;
  private final long total;
  private final LongSupplier clock;
  private final long start;
  private long next;
  private int drawn;

  /**
   * A bar.
   *
   * @param total bytes of the file
   * @param clock in nanoseconds
   */
  ProgressBar(PrintWriter out, String name, long total, LongSupplier clock) {
    this.out = out;
    this.name = name.replaceAll("\\P{Print}", "?");
    this.total = Math.max(total, 1);
    this.clock = clock;
    start = clock.getAsLong();
    next = start + NANOS_UNTIL_SHOWN;
  }

  @Override
  public void accept(long bytes) {
    long now = clock.getAsLong();
    if (now - next < 0) {
      return;
    }
    next = now + NANOS_BETWEEN;
    double part = Math.min((double) bytes / total, 1);
    int full = (int) (part * CELLS);
    String line =
        String.format(
            Locale.ROOT,
            "\r[%s%s] %3.0f %% of %s, %d s",
            "#".repeat(full),
            ".".repeat(CELLS - full),
            part * 100,
            name.length() > CELLS ? name.substring(0, CELLS) : name,
            (now - start) / 1_000_000_000L);
    out.print(line);
    out.flush();
    drawn = Math.max(drawn, line.length());
  }

  /** Takes the bar off the terminal; it comes back with the next bytes. */
  void wipe() {
    if (drawn > 0) {
      out.print("\r" + " ".repeat(drawn) + "\r");
      out.flush();
      drawn = 0;
    }
  }

  @Override
  public void close() {
    wipe();
  }
}
