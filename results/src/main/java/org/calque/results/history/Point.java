package org.calque.results.history;

import java.time.Instant;

/**
 * One run's place in a series.
 *
 * @param run id
 * @param started when the run began; null when unknown
 * @param value in the unit of the series; NaN where there is no result
 * @param failure why there is none, in one line; null where there is one
 */
public record Point(String run, Instant started, double value, String failure) {

  /** Whether there is a result. */
  public boolean measured() {
    return failure == null;
  }
}
