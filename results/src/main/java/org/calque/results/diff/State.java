package org.calque.results.diff;

/** What became of a metric or a benchmark from base to head. */
public enum State {
  /** Worse by at least the threshold, and not by chance. */
  REGRESSED("regressed"),
  /** Better by at least the threshold, and not by chance. */
  IMPROVED("improved"),
  /** No change that is both significant and at least as large as the threshold. */
  UNCHANGED("unchanged"),
  /** Neither a change nor its absence is sure enough; the note says what is known. */
  INCONCLUSIVE("inconclusive"),
  /** The unit has no better side; shown only. */
  NEUTRAL("no verdict"),
  /** In head only. */
  ADDED("added"),
  /** In base only. */
  REMOVED("removed"),
  /** Without a result in head, and not so in base. */
  NEWLY_FAILING("newly failing"),
  /** Without a result in base, with one in head. */
  FIXED("fixed"),
  /** Without a result in both. */
  STILL_FAILING("still failing");

  private final String label;

  State(String label) {
    this.label = label;
  }

  /** For a person. */
  public String label() {
    return label;
  }

  /** Whether a build should stop at this, where the row decides. */
  boolean bad() {
    return this == REGRESSED || this == NEWLY_FAILING;
  }
}
