package org.calque.runtime.cuda;

import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** The folder of a {@code libcuda.so.1} that stands in for the driver, compiled once in a JVM. */
public final class StandInDriver {
  private static final Optional<String> COMPILER =
      List.of("g++", "c++").stream().filter(StandInDriver::runs).findFirst();

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
      compile(file, library, definitions);
      return folder;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void compile(Path source, Path library, String... definitions) throws IOException {
    ProcessBuilder command =
        new ProcessBuilder(COMPILER.orElseThrow(), "-std=c++17", "-shared", "-fPIC");
    command.command().addAll(List.of(definitions));
    command.command().addAll(List.of("-Wl,-soname,libcuda.so.1", "-o", library.toString()));
    command.command().add(source.toString());
    Process process = command.redirectErrorStream(true).start();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    if (process.onExit().join().exitValue() != 0) {
      throw new IllegalStateException("the stand-in driver does not compile: " + output);
    }
  }

  private static boolean runs(String compiler) {
    try {
      Process process =
          new ProcessBuilder(compiler, "--version")
              .redirectOutput(ProcessBuilder.Redirect.DISCARD)
              .redirectErrorStream(true)
              .start();
      return process.waitFor(10, TimeUnit.SECONDS) && process.exitValue() == 0;
    } catch (IOException e) {
      return false;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }
}
