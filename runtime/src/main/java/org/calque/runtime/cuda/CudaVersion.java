package org.calque.runtime.cuda;

/**
 * A version of CUDA, numbered as {@code cuDriverGetVersion} does: 1000 times the major version, and
 * 10 times the minor one.
 */
record CudaVersion(int number) {
  /** The oldest whose driver has all that is called here. */
  static final CudaVersion OLDEST = new CudaVersion(12000);

  boolean isTooOld() {
    return number < OLDEST.number;
  }

  @Override
  public String toString() {
    return number / 1000 + "." + number % 1000 / 10;
  }
}
