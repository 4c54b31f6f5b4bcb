package org.calque.runtime.power;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * The energy that a counter has told since the first reading, across the places where it starts
 * anew. Each counter wraps on its own, before anything is made of it.
 */
final class CountedEnergy {
  /**
   * More than a processor package draws, in watts. A counter of limited range that fell by less
   * energy than this has wrapped; one that would have had to draw more has been reset.
   */
  static final double WRAP_WATTS = 5_000;

  /** Something that makes the energy of a window unknown. */
  record Fault(long nanos, Validity kind, String reason) {}

  /**
   * The total at a time.
   *
   * @param nanos when it was read
   * @param joules since the first reading
   */
  record Mark(long nanos, double joules) {}

  private final EnergyCounter counter;
  private final List<Fault> faults = new ArrayList<>();
  private double joules;
  private double last = Double.NaN;
  private long lastNanos;

  CountedEnergy(EnergyCounter counter) {
    this.counter = counter;
  }

  /** Takes a reading. */
  Mark add(long nanos, double count) {
    if (!Double.isNaN(last)) {
      double seconds = Math.max(1, nanos - lastNanos) / 1e9;
      joules += risen(nanos, seconds, count);
    }
    last = count;
    lastNanos = nanos;
    return new Mark(nanos, joules);
  }

  /** What happened after one time and until another. */
  List<Fault> faults(long from, long to) {
    return faults.stream().filter(f -> f.nanos - from > 0 && f.nanos - to <= 0).toList();
  }

  private double risen(long nanos, double seconds, double count) {
    if (missedWrap(seconds)) {
      return fault(nanos, Validity.GAP, "may have wrapped unseen in %.1f s", seconds);
    }
    double counts = count - last;
    if (counts < 0) {
      counts += counter.range();
      if (!(counts >= 0 && counts * counter.joulesPerCount() < WRAP_WATTS * seconds)) {
        return fault(nanos, Validity.RESET, "fell from %.0f to %.0f", last, count);
      }
    }
    double energy = counts * counter.joulesPerCount();
    if (energy
        > PlausiblePower.MOST_WATTS * Math.max(seconds, counter.resolution().toNanos() / 1e9)) {
      return fault(nanos, Validity.ABSURD, "rose by %.3g J in %.3f s", energy, seconds);
    }
    return energy;
  }

  /** Whether so long without a reading leaves room for a whole turn. */
  private boolean missedWrap(double seconds) {
    return counter.range() * counter.joulesPerCount() < WRAP_WATTS * seconds;
  }

  private double fault(long nanos, Validity kind, String format, Object... numbers) {
    String what = String.format(Locale.ROOT, format, numbers);
    faults.add(new Fault(nanos, kind, "the counter " + what));
    return 0;
  }
}
