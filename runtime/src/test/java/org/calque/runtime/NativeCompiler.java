package org.calque.runtime;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** A compiler of this machine, for libraries that stand in for those of vendors. */
public record NativeCompiler(String command) {
  /** The first of several commands that runs here. */
  public static Optional<NativeCompiler> first(String... commands) {
    return Stream.of(commands).filter(NativeCompiler::runs).findFirst().map(NativeCompiler::new);
  }

  private static boolean runs(String command) {
    try {
      Process process =
          new ProcessBuilder(command, "--version")
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

  /**
   * Makes a shared library.
   *
   * @throws IllegalStateException if the source does not compile: what the compiler said
   */
  public void library(Path source, Path library, List<String> options) throws IOException {
    ProcessBuilder builder = new ProcessBuilder(command, "-shared", "-fPIC");
    builder.command().addAll(options);
    builder.command().addAll(List.of("-o", library.toString(), source.toString()));
    Process process = builder.redirectErrorStream(true).start();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    if (process.onExit().join().exitValue() != 0) {
      throw new IllegalStateException(source.getFileName() + " does not compile: " + output);
    }
  }
}
