package org.calque.runtime;

/** One bound operator call of a replay: operands, constants and results are fixed. */
public interface Call {
  /**
   * Runs the operator on what its slots hold now. Allocates nothing on the Java heap for operators
   * without list results.
   *
   * @throws ReplayException if the operator fails, with its name and the engine's reason
   */
  void run();
}
