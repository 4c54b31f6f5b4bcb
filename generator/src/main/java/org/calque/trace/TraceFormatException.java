package org.calque.trace;

/** A file is not a trace that can be read; the message is one line: file, what, what to do. */
public final class TraceFormatException extends RuntimeException {
  private static final long serialVersionUID = 1;

  /**
   * @param file the file as the user named it
   * @param problem what is wrong, where, and what to do
   */
  public TraceFormatException(String file, String problem) {
    super(file + ": " + problem);
  }

  /** The same, with the error that showed it. */
  public TraceFormatException(String file, String problem, Throwable cause) {
    super(file + ": " + problem, cause);
  }
}
