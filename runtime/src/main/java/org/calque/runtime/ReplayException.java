package org.calque.runtime;

/** Something cannot be replayed; the message is one line for the user and names what to do. */
public class ReplayException extends RuntimeException {
  private static final long serialVersionUID = 1;

  /** An error with a one-line message. */
  public ReplayException(String message) {
    super(message);
  }

  /** An error with a one-line message and its cause. */
  public ReplayException(String message, Throwable cause) {
    super(message, cause);
  }
}
