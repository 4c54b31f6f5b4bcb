package org.calque.runtime;

/** Keeps the thread busy for a time, as the original's host was, and then calls. */
final class PacedCall implements Call {
  private final long nanos;
  private final Call call;

  PacedCall(long nanos, Call call) {
    this.nanos = nanos;
    this.call = call;
  }

  @Override
  public void run() {
    // Sleeping would be longer than most gaps, and would let the processor's clock fall.
    long start = System.nanoTime();
    while (System.nanoTime() - start < nanos) {
      Thread.onSpinWait();
    }
    call.run();
  }
}
