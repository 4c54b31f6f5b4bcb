package org.calque.results.ab;

import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Locale;

/** One of the two sides of an experiment. */
public enum Arm {
  /** What to compare with. */
  BASE,
  /** What to judge. */
  HEAD;

  /** As in files and lines of text. */
  @JsonValue
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }
}
