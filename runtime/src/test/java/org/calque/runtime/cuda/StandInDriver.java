package org.calque.runtime.cuda;

import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.calque.runtime.NativeCompiler;

/** The folder of a {@code libcuda.so.1} that stands in for the driver, compiled once in a JVM. */
public final class StandInDriver {
  private static final Optional<NativeCompiler> COMPILER = NativeCompiler.first("g++", "c++");

  private static Path complete;
  private static Path versionOnly;

  private StandInDriver() {}

  /** A driver with all that is called; the test is skipped where no compiler is. */
  public static synchronized Path complete() {
    if (complete == null) {
      complete = compile();
    }
    return complete;
  }

  /** A driver that tells its version, and ends the process at any other call. */
  static synchronized Path versionOnly() {
    if (versionOnly == null) {
      versionOnly = compile("-DVERSION_ONLY");
    }
    return versionOnly;
  }

  private static Path compile(String... definitions) {
    assumeThat(COMPILER)
        .as("a C++ compiler (g++ or c++) to compile the stand-in driver")
        .isPresent();
    try (InputStream source = StandInDriver.class.getResourceAsStream("libcuda.cpp")) {
      Path folder = Files.createTempDirectory("calque-stand-in");
      Path file = folder.resolve("libcuda.cpp");
      Files.write(file, source.readAllBytes());
      Path library = folder.resolve("libcuda.so.1");
      // Deleted in the opposite order.
      List.of(folder, file, library).forEach(path -> path.toFile().deleteOnExit());
      List<String> options = new ArrayList<>(List.of("-std=c++17"));
      options.addAll(List.of(definitions));
      options.add("-Wl,-soname,libcuda.so.1");
      COMPILER.orElseThrow().library(file, library, options);
      return folder;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
