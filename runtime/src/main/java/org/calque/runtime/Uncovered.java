package org.calque.runtime;

import java.util.Locale;

/** What becomes of operators that the engine cannot run. */
public enum Uncovered {
  /** A workload that has any is not replayed. */
  REFUSED,
  /**
   * They are left out. What they would return has the recorded shape and made-up values, the same
   * at each step; what the replay measures is then a part of the recorded step.
   */
  SKIPPED;

  /**
   * The choice of that word.
   *
   * @throws ReplayException if there is none, naming those there are
   */
  public static Uncovered named(String word) {
    for (Uncovered choice : values()) {
      if (choice.word().equals(word)) {
        return choice;
      }
    }
    throw new ReplayException("uncovered=" + word + " is neither refused nor skipped");
  }

  /** The word for people and files. */
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }
}
