package org.calque.launcher;

/**
 * One thing in which a run differs from what it would be if it began now.
 *
 * @param weight what it means for results
 * @param text what it was and is, in one line
 */
record Difference(Weight weight, String text) {

  /** What a difference means, the gravest first. */
  enum Weight {
    /** Other work: no result can be the same. */
    WORK,
    /** Another machine or other software: results may differ, and a run cannot go on. */
    PLATFORM,
    /** The same, set up otherwise: results may differ. */
    SETTING
  }
}
