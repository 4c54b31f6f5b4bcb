package org.calque.results;

import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Locale;

/** How a benchmark ended. Written in lower case. */
public enum Status {
  /** Every fork ended and JMH reported a result. */
  OK,
  /** The benchmark was tried and ended without a result; the entry's cause says why. */
  FAILED,
  /**
   * The benchmark was started, or was due, and nobody saw it end: the process that ran it is gone.
   */
  LOST;

  /** The word in the file: {@code ok}, {@code failed}, {@code lost}. */
  @JsonValue
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }
}
