package org.calque.trace;

/** A trace is larger in some way than {@link ReadLimits} allow. */
final class TraceLimitException extends RuntimeException {
  private static final long serialVersionUID = 1;

  TraceLimitException(String problem) {
    super(problem);
  }
}
