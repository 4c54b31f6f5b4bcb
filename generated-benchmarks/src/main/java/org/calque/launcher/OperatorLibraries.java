package org.calque.launcher;

import java.io.File;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The libraries of further operators that the engine of this process and of its forks loads. */
final class OperatorLibraries {
  /** The option that names one. */
  static final String OPTION = "--op-library";

  /** Where the engine looks for them. */
  private static final String PROPERTY = "calque.op.libraries";

  private static final String VARIABLE = "CALQUE_OP_LIBRARIES";

  private OperatorLibraries() {}

  /** Adds some, before the engine loads. */
  static void add(List<Path> libraries) {
    if (!libraries.isEmpty()) {
      String before = System.getProperty(PROPERTY, System.getenv(VARIABLE));
      System.setProperty(
          PROPERTY,
          Stream.concat(
                  Stream.ofNullable(before),
                  libraries.stream().map(library -> library.toAbsolutePath().toString()))
              .collect(Collectors.joining(File.pathSeparator)));
    }
  }
}
