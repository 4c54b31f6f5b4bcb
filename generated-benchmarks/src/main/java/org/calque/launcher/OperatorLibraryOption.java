package org.calque.launcher;

import java.io.File;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.calque.runtime.OperatorLibrary;

/** The option that names libraries of further operators, for this process and its forks. */
final class OperatorLibraryOption {
  /** What the user writes before each. */
  static final String OPTION = "--op-library";

  private OperatorLibraryOption() {}

  /** Adds some, before the engine loads. */
  static void add(List<Path> libraries) {
    if (!libraries.isEmpty()) {
      String before =
          System.getProperty(OperatorLibrary.PROPERTY, System.getenv(OperatorLibrary.VARIABLE));
      System.setProperty(
          OperatorLibrary.PROPERTY,
          Stream.concat(
                  Stream.ofNullable(before),
                  libraries.stream().map(library -> library.toAbsolutePath().toString()))
              .collect(Collectors.joining(File.pathSeparator)));
    }
  }
}
