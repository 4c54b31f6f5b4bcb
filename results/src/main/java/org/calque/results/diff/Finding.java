package org.calque.results.diff;

import java.util.Locale;

/** What a comparison may find that someone would stop for. */
public enum Finding {
  /** A row that decides has regressed. */
  REGRESSION,
  /** A benchmark has no result in head, and not so in base. */
  FAILING,
  /**
   * The comparison cannot be relied on to have seen all: benchmarks of head have no result, a run
   * has not finished, nothing could be compared, no row has enough forks, or the machine moved.
   */
  INCOMPLETE,
  /** A row that decides is inconclusive. */
  INCONCLUSIVE,
  /** A benchmark of base is not in head. */
  MISSING,
  /** Base and head ran on different machines, virtual machines or native libraries. */
  MACHINE;

  /** As on a command line: {@code regression}. */
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }
}
