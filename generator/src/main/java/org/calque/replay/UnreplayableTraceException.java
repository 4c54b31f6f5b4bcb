package org.calque.replay;

/** A readable trace from which no program can be made; the message is one line for the user. */
public final class UnreplayableTraceException extends RuntimeException {
  private static final long serialVersionUID = 1;

  /** An error with a one-line message: file, node, what, what to do. */
  public UnreplayableTraceException(String message) {
    super(message);
  }
}
