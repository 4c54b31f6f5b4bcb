package org.calque.runtime.cuda;

import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * A JVM of its own that runs a {@link CudaScenario}: a process loads the driver once, and may die
 * of it.
 */
final class CudaFork {
  /** Many times what a fork takes; one that hangs is killed, and its exit code tells. */
  private static final int TIMEOUT_SECONDS = 60;

  /** A cache for all forks that do not test caches, so that few of them unpack. */
  private static final Path SHARED_CACHE = Path.of("target", "cuda-cache").toAbsolutePath();

  private final Map<String, String> environment = new HashMap<>();
  private final List<String> arguments = new ArrayList<>();
  private final Path folder;

  private CudaFork(Path folder) {
    assumeThat(System.getProperty("os.name") + " " + System.getProperty("os.arch"))
        .as("the platform that the build carries JCuda's natives for")
        .isEqualTo("Linux amd64");
    this.folder = folder;
    environment.put("XDG_CACHE_HOME", SHARED_CACHE.toString());
  }

  /**
   * A fork without a driver.
   *
   * @param folder an empty one for its files
   */
  static CudaFork withoutDriver(Path folder) {
    try {
      // The machine may have a driver; the linker stops at what it finds first.
      Path decoy = Files.createDirectory(folder.resolve("no-driver"));
      Files.writeString(decoy.resolve("libcuda.so.1"), "not a library");
      return new CudaFork(folder).with("LD_LIBRARY_PATH", decoy.toString());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** A fork with the stand-in driver, whose calls are logged. */
  static CudaFork withStandIn(Path folder) {
    return withDriver(StandInDriver.complete(), folder);
  }

  /** A fork with a certain driver, whose calls are logged. */
  static CudaFork withDriver(Path driver, Path folder) {
    return new CudaFork(folder)
        .with("LD_LIBRARY_PATH", driver.toString())
        .with("STANDIN_LOG", folder.resolve("calls").toString());
  }

  /** Sets a variable of its environment. */
  CudaFork with(String name, String value) {
    environment.put(name, value);
    return this;
  }

  /** Adds an argument of the JVM. */
  CudaFork withJvmArgument(String argument) {
    arguments.add(argument);
    return this;
  }

  /** Starts it. */
  Running start(CudaScenario scenario) {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(
        List.of("-Xshare:auto", "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Xmx64m"));
    command.add("-XX:ErrorFile=" + folder.resolve("crash"));
    if (Runtime.version().feature() >= 22) {
      command.add("--enable-native-access=ALL-UNNAMED");
    }
    command.addAll(arguments);
    command.addAll(List.of("-cp", System.getProperty("java.class.path")));
    command.addAll(List.of(CudaScenario.class.getName(), scenario.name()));
    ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
    builder.redirectOutput(folder.resolve("output").toFile());
    builder.environment().putAll(environment);
    try {
      return new Running(builder.start(), folder);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Runs it to its end. */
  Ended run(CudaScenario scenario) {
    return start(scenario).end();
  }

  /** A fork that was started. */
  record Running(Process process, Path folder) {

    /** Waits until a scenario waits. */
    void awaitReady() {
      try {
        while (process.isAlive() && !lines(folder.resolve("output")).contains("ready")) {
          Thread.sleep(5);
        }
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new IllegalStateException(e);
      }
    }

    /** Lets a scenario that waits go on. */
    void release() {
      try {
        process.getOutputStream().write('\n');
        process.getOutputStream().flush();
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    /** Waits for its end. */
    Ended end() {
      try {
        if (!process.waitFor(TIMEOUT_SECONDS, TimeUnit.SECONDS)) {
          process.destroyForcibly().waitFor();
        }
        Path calls = folder.resolve("calls");
        return new Ended(
            process.exitValue(),
            lines(folder.resolve("output")),
            Files.exists(calls) ? lines(calls) : List.of());
      } catch (InterruptedException e) {
        process.destroyForcibly();
        Thread.currentThread().interrupt();
        throw new IllegalStateException(e);
      }
    }

    private static List<String> lines(Path file) {
      try {
        return Files.readAllLines(file, StandardCharsets.UTF_8);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  /**
   * How a fork ended.
   *
   * @param exit its exit code; 127 where the driver did not have a call
   * @param output the lines that it wrote to both streams
   * @param calls what the stand-in driver wrote of each call
   */
  record Ended(int exit, List<String> output, List<String> calls) {

    /** Calls of this name, in order. */
    List<String> calls(String name) {
      return calls.stream().filter(call -> call.startsWith(name + " ")).toList();
    }

    /** The number that the scenario printed after a word. */
    long number(String word) {
      return output.stream()
          .filter(line -> line.startsWith(word + ": "))
          .mapToLong(line -> Long.parseLong(line.substring(word.length() + 2)))
          .findFirst()
          .orElseThrow(() -> new AssertionError(word + " in " + output));
    }
  }
}
