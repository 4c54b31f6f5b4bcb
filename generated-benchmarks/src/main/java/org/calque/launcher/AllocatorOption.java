package org.calque.launcher;

import picocli.CommandLine.Option;

/** The option that says what becomes of freed memory. */
final class AllocatorOption {
  @Option(
      names = "--allocator",
      paramLabel = "WORD",
      defaultValue = "as-recorded",
      description =
          "What becomes of freed memory: as-recorded, retained or system (default:"
              + " ${DEFAULT-VALUE}).")
  private String word;

  /** One of the words of {@link org.calque.runtime.Allocator}, if the user gave one. */
  String word() {
    return word;
  }
}
