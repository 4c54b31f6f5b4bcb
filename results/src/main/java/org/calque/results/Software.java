package org.calque.results;

import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The software of a run.
 *
 * @param calqueVersion version of Calque that ran it; null when unknown
 * @param jvm the virtual machine, never null
 * @param libraries native libraries that were loaded, in the order of loading
 * @param environment variables that change how memory is allocated or how many threads work, such
 *     as {@code MALLOC_ARENA_MAX}; empty for none, null when unknown
 * @param checkout state of the git repository that it was started in; null where there is none
 */
public record Software(
    String calqueVersion,
    Jvm jvm,
    List<NativeLibrary> libraries,
    SortedMap<String, String> environment,
    Checkout checkout) {

  /** Copies libraries, none for null, and variables. */
  public Software {
    Facts.required(jvm, "jvm");
    libraries = Facts.list(libraries, "libraries");
    environment =
        environment == null ? null : Collections.unmodifiableSortedMap(new TreeMap<>(environment));
  }

  /** Nothing is known. */
  public static Software unknown() {
    return new Software(null, Jvm.unknown(), List.of(), null, null);
  }
}
