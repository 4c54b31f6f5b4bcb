package org.calque.results;

import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Locale;

/** How a benchmark ended. Written in lower case. */
public enum Status {
  /** Every fork ended and JMH reported a result. */
  OK,
  /** The benchmark was tried and ended without a result; the entry's cause says why. */
  FAILED,
  /** As failed, because memory ran out: of the machine, its container, the device or the heap. */
  OUT_OF_MEMORY,
  /** As failed, because it took longer than it was given. */
  TIMEOUT,
  /**
   * The benchmark was due and was not run, since the run stopped before; the cause says at what.
   */
  SKIPPED,
  /**
   * The benchmark was started, or was due, and nobody saw it end: the process that ran it is gone.
   */
  LOST,
  /** The benchmark is due in a run that goes on. Files call it lost, for nobody may see it end. */
  DUE;

  /** The word in the file, such as {@code out_of_memory}. */
  @JsonValue
  public String word() {
    return (this == DUE ? LOST : this).name().toLowerCase(Locale.ROOT);
  }

  /** For a person: {@code out of memory}. */
  public String label() {
    return this == DUE ? "not yet run" : word().replace('_', ' ');
  }

  /** Whether the benchmark never got to its end, so that a run that is resumed runs it. */
  public boolean unfinished() {
    return this == LOST || this == SKIPPED || this == DUE;
  }
}
