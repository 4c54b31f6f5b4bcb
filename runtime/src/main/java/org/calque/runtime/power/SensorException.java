package org.calque.runtime.power;

/** A sensor gave no number: it is gone, may not be read, or answered something else. */
public final class SensorException extends Exception {
  private static final long serialVersionUID = 1L;

  /** With what and why, in one line. */
  public SensorException(String message) {
    super(message);
  }

  /** With what and why, in one line, and what went wrong below. */
  public SensorException(String message, Throwable cause) {
    super(message, cause);
  }
}
