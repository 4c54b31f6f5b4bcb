package org.calque.results;

/**
 * A native library that was loaded for the run.
 *
 * @param name such as {@code LibTorch}
 * @param version such as {@code 2.13.0}; null when unknown
 * @param build compiler, BLAS and instruction sets in one line; null when unknown
 * @param origin where it was loaded from: {@code bundled}, or a folder; null when unknown
 */
public record NativeLibrary(String name, String version, String build, String origin) {

  /** A library has at least a name. */
  public NativeLibrary {
    Facts.required(name, "name");
  }
}
