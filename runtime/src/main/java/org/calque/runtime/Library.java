package org.calque.runtime;

import java.util.List;

/**
 * A loaded native library, as a run records it.
 *
 * @param name such as {@code LibTorch}
 * @param version such as {@code 2.13.0}
 * @param build compiler, BLAS and instruction sets in one line
 * @param origin where it was loaded from: {@code bundled}, or a folder
 * @param operatorLibraries what was loaded beside it, in order
 */
public record Library(
    String name,
    String version,
    String build,
    String origin,
    List<OperatorLibrary> operatorLibraries) {
  /** Copies the list. */
  public Library {
    operatorLibraries = List.copyOf(operatorLibraries);
  }
}
