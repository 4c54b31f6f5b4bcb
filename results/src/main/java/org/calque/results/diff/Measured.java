package org.calque.results.diff;

import org.calque.results.Entry;
import org.calque.results.Run;
import org.calque.results.WorkloadFacts;

/**
 * A benchmark with a result, and the run that it is of.
 *
 * @param run where it is
 * @param entry of status ok
 */
record Measured(Run run, Entry entry) {

  /** What makes two results of one key different measurements; null for nothing. */
  static String unlike(Measured before, Measured after) {
    String first = before.digest();
    String second = after.digest();
    if (first != null && second != null && !first.equals(second)) {
      return "trace " + abbreviate(first) + " and " + abbreviate(second);
    }
    int batch = before.batchSize();
    int other = after.batchSize();
    return batch == other ? null : "batch size " + batch + " and " + other;
  }

  private String digest() {
    return run.workloadOf(entry).map(WorkloadFacts::traceSha256).orElse(null);
  }

  private static String abbreviate(String digest) {
    return digest.substring(0, Math.min(12, digest.length()));
  }

  private int batchSize() {
    return entry.jmh().settings().batchSize();
  }
}
