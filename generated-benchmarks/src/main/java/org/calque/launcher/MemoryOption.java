package org.calque.launcher;

import picocli.CommandLine.Option;

/** The option that bounds memory. */
final class MemoryOption {
  @Option(
      names = MemoryBound.OPTION,
      paramLabel = "SIZE",
      description =
          "Most memory that tensors may take: " + MemoryBound.SYNTAX + " of what is available.")
  private String size;

  /**
   * The bound, all that is available by default.
   *
   * @param available bytes that the device has left
   * @throws org.calque.runtime.ReplayException if what was given is no size
   */
  MemoryBound bound(long available) {
    return MemoryBound.of(size, available);
  }
}
