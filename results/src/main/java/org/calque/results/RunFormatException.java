package org.calque.results;

/**
 * A file is not what it should be. The message is one line for the person who named the file: which
 * file, what is wrong with it, and what to do.
 */
public final class RunFormatException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** With the line to show. */
  public RunFormatException(String message) {
    super(message);
  }

  /** With the line to show and what led to it. */
  public RunFormatException(String message, Throwable cause) {
    super(message, cause);
  }
}
