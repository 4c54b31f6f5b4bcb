package org.calque.runtime;

/**
 * Settings of a session.
 *
 * @param slots size of the frame
 * @param threads intra-operator threads of every native thread pool, at least 1
 * @param seed seed of the random number generator that operators draw from
 * @param allocator settings of the memory allocator; they stay in force for the process
 * @param device where operators run and tensors lie
 * @param types element types that take the place of others
 */
public record SessionOptions(
    int slots,
    int threads,
    long seed,
    AllocatorSettings allocator,
    Device device,
    TypeSubstitutions types) {

  /** Checks the ranges. */
  public SessionOptions {
    if (slots < 0) {
      throw new ReplayException("a frame cannot have " + slots + " slots");
    }
    if (threads < 1) {
      throw new ReplayException("threads=" + threads + ": at least 1 thread is needed");
    }
  }

  /** Settings on the CPU that leave types and allocator as they are. */
  public SessionOptions(int slots, int threads, long seed) {
    this(slots, threads, seed, AllocatorSettings.NONE, Device.CPU, TypeSubstitutions.NONE);
  }
}
