package org.calque.runtime;

/** Whether a step waits between operators. */
public enum Pace {
  /** One operator follows the other at once. */
  OFF,
  /** Before each operator the thread is kept busy for as long as the original's host was. */
  RECORDED;

  /**
   * The pace of that name.
   *
   * @throws ReplayException if there is none, naming those there are
   */
  public static Pace named(String word) {
    return switch (word) {
      case "off" -> OFF;
      case "recorded" -> RECORDED;
      default ->
          throw new ReplayException("pace=" + word + " is neither off nor recorded; choose one");
    };
  }
}
