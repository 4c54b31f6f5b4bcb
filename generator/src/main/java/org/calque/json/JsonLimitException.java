package org.calque.json;

/** Text is larger in some way than the reader allows. */
public final class JsonLimitException extends RuntimeException {
  private static final long serialVersionUID = 1;

  /** Says which limit was met, and how to raise it. */
  public JsonLimitException(String problem) {
    super(problem);
  }
}
