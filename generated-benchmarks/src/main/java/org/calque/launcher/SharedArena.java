package org.calque.launcher;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalInt;

/**
 * Starts the program again in an environment in which all threads allocate from glibc's main arena.
 *
 * <p>A JVM runs nothing on the process's first thread, so glibc serves the thread that replays from
 * a secondary arena, and that one returns every heap that becomes empty to the system, whatever the
 * settings say. The original ran on the first thread and had the main arena. How many arenas there
 * are is read from the environment when a process starts, and forks inherit it from here.
 */
final class SharedArena {
  private static final String VARIABLE = "MALLOC_ARENA_MAX";
  private static final Path COMMAND_LINE = Path.of("/proc/self/cmdline");

  private SharedArena() {}

  /**
   * Runs the program anew and waits for it, unless the environment says how many arenas there are
   * or the system is not Linux.
   *
   * @return its exit status, or nothing if this process is the one to go on
   */
  static OptionalInt relaunch() throws IOException {
    if (System.getenv(VARIABLE) != null || !Files.isReadable(COMMAND_LINE)) {
      return OptionalInt.empty();
    }
    List<String> command =
        List.of(Files.readString(COMMAND_LINE, StandardCharsets.ISO_8859_1).split("\0"));
    ProcessBuilder again = new ProcessBuilder(command).inheritIO();
    again.environment().put(VARIABLE, "1");
    Process process = again.start();
    Thread ender = new Thread(() -> end(process));
    Runtime.getRuntime().addShutdownHook(ender);
    try {
      return OptionalInt.of(process.waitFor());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return OptionalInt.of(ExitStatus.FAILED);
    }
  }

  /** Whoever ends this process means that one; it may have something to finish. */
  private static void end(Process process) {
    process.destroy();
    try {
      process.waitFor();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
