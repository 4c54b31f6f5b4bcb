package org.calque.launcher;

/** Exit statuses of {@code benchmarks.jar}. */
final class ExitStatus {
  /** Everything ended well. */
  static final int OK = 0;

  /** A benchmark failed, or JMH could not run. */
  static final int FAILED = 1;

  /** Wrong arguments, or a workload that cannot be replayed here. */
  static final int BAD_INPUT = 2;

  private ExitStatus() {}
}
