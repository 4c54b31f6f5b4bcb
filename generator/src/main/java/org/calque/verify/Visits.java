package org.calque.verify;

import org.calque.verify.WalkedTrace.Visit;

/** Calls of one operator in the two traces, entered and not left. */
record Visits(Visit recorded, Visit replayed) {
  /** No calls: what comes is outermost. */
  static final Visits NONE = new Visits(null, null);

  /** Whether no operator called them. */
  boolean areOutermost() {
    return recorded.caller() == null;
  }
}
