package org.calque.runtime;

/**
 * How an engine runs an operator.
 *
 * @param kind what becomes of it
 * @param note in a few words by what or why; empty where the engine has the operator itself
 */
public record Support(Kind kind, String note) {
  /** The operator itself. */
  public static final Support ITSELF = new Support(Kind.EXACT, "");

  /** What becomes of an operator, the best first. */
  public enum Kind {
    /** It does the recorded work: itself, or under another name. */
    EXACT,
    /** Another operator does nearly the same work. */
    APPROXIMATE,
    /** There is nothing to do where the engine runs. */
    SKIPPED,
    /** It cannot be bound. */
    IMPOSSIBLE;

    /** The word for people and files. */
    public String word() {
      return name().toLowerCase(java.util.Locale.ROOT);
    }
  }

  /** It cannot be bound, for a reason. */
  public static Support impossible(String reason) {
    return new Support(Kind.IMPOSSIBLE, reason);
  }
}
