package org.calque.runtime.power.sysfs;

import org.calque.runtime.power.SensorException;

/**
 * Tells whether two zones show one counter, as the dies of a Threadripper do: each shows that of
 * the whole socket. Then what one shows lies between what the other shows before and after, and
 * does so again when both have gone on. Counters of their own would have to agree by chance, to a
 * joule in some hundred thousand, twice.
 */
final class SameCounter {
  /** What 1000 W add between two updates of a counter. */
  private static final double BETWEEN_UPDATES = 1;

  private SameCounter() {}

  /**
   * Compares them twice.
   *
   * @param wait lets some time pass
   */
  static boolean shownBy(RaplCounter one, RaplCounter other, Runnable wait) throws SensorException {
    if (!agree(one, other)) {
      return false;
    }
    wait.run();
    return agree(one, other);
  }

  private static boolean agree(RaplCounter one, RaplCounter other) throws SensorException {
    double before = one.read();
    double between = other.read();
    double after = one.read();
    return one.apart(before, between) <= one.apart(before, after) + BETWEEN_UPDATES;
  }
}
