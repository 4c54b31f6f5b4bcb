package org.calque.runtime;

/** How the rows are drawn that a step looks up in a table, such as an embedding. */
public sealed interface Lookups {
  /** Every row as likely as any other. */
  Lookups UNIFORM = new Uniform();

  /** Every row as likely as any other. */
  record Uniform() implements Lookups {}

  /**
   * A few rows are looked up most of the time: the one of rank {@code k} with a probability in
   * proportion to {@code k} to the power of {@code -alpha}.
   *
   * @param alpha skew, above 0; 1 is what word counts and popular items come close to
   */
  record Zipf(double alpha) implements Lookups {
    /** Checks the skew. */
    public Zipf {
      if (!(alpha > 0) || Double.isInfinite(alpha)) {
        throw new ReplayException("lookups=zipf:" + alpha + ": alpha has to be above 0");
      }
    }
  }

  /**
   * Reads a distribution.
   *
   * @param text {@code uniform} or {@code zipf:ALPHA}
   * @throws ReplayException if it is neither
   */
  static Lookups parse(String text) {
    if (text.equals("uniform")) {
      return UNIFORM;
    }
    if (text.startsWith("zipf:")) {
      try {
        return new Zipf(Double.parseDouble(text.substring("zipf:".length())));
      } catch (NumberFormatException e) {
        throw new ReplayException("lookups=" + text + ": alpha is no number", e);
      }
    }
    throw new ReplayException(
        "lookups=" + text + " is neither uniform nor zipf:ALPHA, such as zipf:1.1");
  }
}
