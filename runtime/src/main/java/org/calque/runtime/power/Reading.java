package org.calque.runtime.power;

/** One number of a sensor, read anew with each call. Called from one thread at a time. */
@FunctionalInterface
public interface Reading extends AutoCloseable {
  /**
   * The number as it is now, in the units of who reads.
   *
   * @throws SensorException when there is none; never a stand-in such as 0
   */
  double read() throws SensorException;

  /** Lets go of a file or a library. */
  @Override
  default void close() {}
}
