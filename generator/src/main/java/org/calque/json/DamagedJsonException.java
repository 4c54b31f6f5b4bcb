package org.calque.json;

/**
 * Text does not go on as JSON does. Readers catch it where they can go on, so it carries no stack
 * trace: a damaged file may throw it at every value.
 */
public final class DamagedJsonException extends RuntimeException {
  private static final long serialVersionUID = 1;

  private final long offset;

  /**
   * @param offset the byte of the text where this showed, from 0
   * @param problem what is wrong there
   */
  public DamagedJsonException(long offset, String problem) {
    super(problem, null, false, false);
    this.offset = offset;
  }

  /** The byte of the text where this showed, from 0. */
  public long offset() {
    return offset;
  }
}
