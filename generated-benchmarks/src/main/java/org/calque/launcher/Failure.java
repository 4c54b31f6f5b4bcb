package org.calque.launcher;

import org.calque.results.BenchmarkKey;
import org.calque.results.Entry;
import org.calque.results.Status;

/**
 * How a benchmark ended that has no result.
 *
 * @param status what kind of failure it was
 * @param cause one line
 */
record Failure(Status status, String cause) {
  Entry of(BenchmarkKey key) {
    return Entry.without(key, status, cause);
  }
}
