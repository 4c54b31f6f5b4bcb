package org.calque.runtime;

/** An operator call that an engine cannot bind. */
public final class UnsupportedOperatorException extends ReplayException {
  private static final long serialVersionUID = 1;

  /**
   * @param operator qualified name with overload, such as {@code aten::add_.Tensor}
   * @param reason why, in a few words
   */
  public UnsupportedOperatorException(String operator, String reason) {
    super(operator + ": " + reason);
  }
}
