package org.calque.results;

import java.util.List;

/**
 * The software of a run.
 *
 * @param calqueVersion version of Calque that ran it; null when unknown
 * @param jvm the virtual machine, never null
 * @param libraries native libraries that were loaded, in the order of loading
 */
public record Software(String calqueVersion, Jvm jvm, List<NativeLibrary> libraries) {

  /** Copies the libraries; none for null. */
  public Software {
    Facts.required(jvm, "jvm");
    libraries = Facts.list(libraries, "libraries");
  }

  /** Nothing is known. */
  public static Software unknown() {
    return new Software(null, Jvm.unknown(), List.of());
  }
}
