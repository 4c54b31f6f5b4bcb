package org.calque.runtime.cuda;

import org.calque.runtime.ReplayException;

/** Gives things back one after the other; none is left because one before it failed. */
final class Closing {
  private ReplayException failure;

  /** Runs a step; if it fails, the failure is thrown at the end. */
  void step(Runnable step) {
    try {
      step.run();
    } catch (ReplayException e) {
      if (failure == null) {
        failure = e;
      } else {
        failure.addSuppressed(e);
      }
    }
  }

  /**
   * Says how it went.
   *
   * @throws ReplayException the first failure; further ones are suppressed
   */
  void end() {
    if (failure != null) {
      throw failure;
    }
  }
}
