package org.calque.runtime.power.command;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.calque.runtime.power.SensorException;

/**
 * A process whose lines are given on as they come. Ends, with all that it has started, on close.
 */
final class CommandProcess implements AutoCloseable {
  /** Time for what was printed last to be read, once the process has ended. */
  private static final long DRAIN_MILLIS = 1000;

  private final String name;
  private final Process process;
  private final Thread lines;
  private final Thread errors;
  private volatile String firstError = "";

  private CommandProcess(String name, Process process, Consumer<String> line) {
    this.name = name;
    this.process = process;
    this.lines = reader(process.getInputStream(), line);
    this.errors = reader(process.getErrorStream(), this::keepFirst);
  }

  /**
   * Starts a process.
   *
   * @param name of the command, for messages
   * @param line takes what it prints, in a thread of its own
   */
  static CommandProcess start(
      String name, List<String> words, Map<String, String> environment, Consumer<String> line)
      throws SensorException {
    ProcessBuilder builder = new ProcessBuilder(words);
    builder.environment().clear();
    builder.environment().putAll(environment);
    try {
      Process process = builder.start();
      process.getOutputStream().close();
      return new CommandProcess(name, process, line);
    } catch (IOException e) {
      throw new SensorException(name + " cannot be started: " + e.getMessage(), e);
    }
  }

  private Thread reader(InputStream stream, Consumer<String> line) {
    Thread thread = new Thread(() -> read(stream, line), "power-" + name);
    thread.setDaemon(true);
    thread.start();
    return thread;
  }

  private static void read(InputStream stream, Consumer<String> line) {
    try (BufferedReader reader =
        new BufferedReader(new InputStreamReader(stream, StandardCharsets.UTF_8))) {
      for (String next = reader.readLine(); next != null; next = reader.readLine()) {
        if (!next.isBlank()) {
          line.accept(next);
        }
      }
    } catch (IOException e) {
      // The process was ended: whoever waits for it knows.
    }
  }

  private void keepFirst(String line) {
    if (firstError.isEmpty()) {
      firstError = ": " + line.strip();
    }
  }

  /** Waits for its end and for what it printed; whether it has ended. */
  boolean ended(Duration limit) throws SensorException {
    try {
      if (!process.waitFor(limit.toNanos(), TimeUnit.NANOSECONDS)) {
        return false;
      }
      lines.join(DRAIN_MILLIS);
      errors.join(DRAIN_MILLIS);
      return true;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new SensorException("interrupted while waiting for " + name, e);
    }
  }

  /** Refuses the end with a status other than 0. */
  void requireSuccess() throws SensorException {
    if (process.exitValue() != 0) {
      throw failure();
    }
  }

  /** How it ended, once it has. */
  SensorException failure() {
    return new SensorException(name + " ended with status " + process.exitValue() + firstError);
  }

  @Override
  public void close() {
    process.descendants().forEach(ProcessHandle::destroyForcibly);
    process.destroyForcibly();
  }
}
