package org.calque.runtime.torch;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * A JVM of its own, since a process loads a native library once.
 *
 * @param exit its exit code
 * @param output what it wrote to both streams
 */
record Fork(int exit, String output) {

  /** Runs a class on this class path to its end. */
  static Fork run(Class<?> main, Map<String, String> environment, String... jvmArguments) {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of(jvmArguments));
    command.add("-cp");
    command.add(System.getProperty("java.class.path"));
    command.add(main.getName());
    ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
    builder.environment().remove("CALQUE_TORCH_LIB");
    builder.environment().remove("CALQUE_OP_LIBRARIES");
    builder.environment().putAll(environment);
    try {
      Process process = builder.start();
      String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      return new Fork(process.waitFor(), output);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }
}
