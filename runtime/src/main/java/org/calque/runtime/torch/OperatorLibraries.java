package org.calque.runtime.torch;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.bytedeco.pytorch.Dispatcher;
import org.bytedeco.pytorch.OperatorName;
import org.calque.runtime.OperatorLibrary;
import org.calque.runtime.ReplayException;
import org.calque.runtime.linux.SharedLibrary;

/**
 * Libraries that register operators of their own when they are loaded, named by the system property
 * {@code calque.op.libraries} or the environment variable {@code CALQUE_OP_LIBRARIES}: paths with
 * {@link File#pathSeparator} between.
 *
 * @param files absolute paths in the order to load them
 */
record OperatorLibraries(List<Path> files) {
  /** The libraries that the user named; the property counts where both are set. */
  static OperatorLibraries configured() {
    String property = System.getProperty(OperatorLibrary.PROPERTY);
    return property == null || property.isBlank()
        ? named(System.getenv(OperatorLibrary.VARIABLE))
        : named(property);
  }

  private static OperatorLibraries named(String paths) {
    List<Path> files =
        Arrays.stream((paths == null ? "" : paths).split(File.pathSeparator))
            .filter(path -> !path.isBlank())
            .map(path -> Path.of(path.strip()).toAbsolutePath())
            .distinct()
            .toList();
    return new OperatorLibraries(files);
  }

  /**
   * Loads all, when LibTorch is loaded.
   *
   * @throws ReplayException if one does not exist, cannot be loaded, or registers no operator
   */
  List<OperatorLibrary> load() {
    return files.stream().map(OperatorLibraries::load).toList();
  }

  private static OperatorLibrary load(Path file) {
    if (!Files.isRegularFile(file)) {
      throw refused(file, "does not exist, or is no file");
    }
    long before = registered();
    try {
      SharedLibrary.load(file);
    } catch (UnsatisfiedLinkError e) {
      throw refused(file, "cannot be loaded: " + FirstLine.of(e.getMessage()));
    }
    long operators = registered() - before;
    if (operators <= 0) {
      throw refused(file, "registers no operators");
    }
    return new OperatorLibrary(file.toString(), (int) operators);
  }

  private static long registered() {
    try (OperatorName names = Dispatcher.singleton().getAllOpNames()) {
      return names.limit();
    }
  }

  private static ReplayException refused(Path file, String reason) {
    return new ReplayException("operator library " + file + " " + reason);
  }
}
