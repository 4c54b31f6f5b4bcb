package org.calque.trace;

/** A node is JSON, but says something impossible. It carries no stack trace, as it is caught. */
final class UnreadableNodeException extends RuntimeException {
  private static final long serialVersionUID = 1;

  UnreadableNodeException(String problem) {
    super(problem, null, false, false);
  }
}
