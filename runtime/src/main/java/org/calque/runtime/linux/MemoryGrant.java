package org.calque.runtime.linux;

import java.util.Locale;
import java.util.function.LongSupplier;
import org.calque.runtime.ReplayException;

/**
 * Memory that may be taken without asking the system each time: it is asked again when a part of
 * what it had left is spent.
 */
public final class MemoryGrant {
  private static final double GIB = 1L << 30;

  /** The part of available memory that is taken before the system is asked again. */
  private static final double PART = 1.0 / 16;

  private final LongSupplier available;
  private double left;

  /**
   * A grant of some memory.
   *
   * @param available bytes that are left of it
   */
  public MemoryGrant(LongSupplier available) {
    this.available = available;
  }

  /**
   * Takes memory.
   *
   * @param bytes as a floating-point number, since those of a damaged trace may be many
   * @throws ReplayException if it does not fit, with both sizes
   */
  public void take(double bytes) {
    if (bytes > left) {
      long now = available.getAsLong();
      if (bytes > now) {
        throw new ReplayException(
            String.format(
                Locale.ROOT,
                "a tensor of %.1f GiB does not fit into the %.1f GiB available",
                bytes / GIB,
                now / GIB));
      }
      left = Math.max(bytes, now * PART);
    }
    left -= bytes;
  }
}
