package org.calque.runtime.power.command;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.calque.runtime.power.SensorException;

/** A command that is run to its end, again and again. */
final class Invocation implements AutoCloseable {
  private final String name;
  private final List<String> words;
  private final Map<String, String> environment;
  private final Duration limit;
  private CommandProcess running;
  private boolean closed;

  /**
   * A command that does not run yet.
   *
   * @param name for messages
   * @param words the program and its arguments
   * @param limit time after which it is ended
   */
  Invocation(String name, List<String> words, Map<String, String> environment, Duration limit) {
    this.name = name;
    this.words = words;
    this.environment = environment;
    this.limit = limit;
  }

  /** What it printed and how long that took. */
  record Output(List<String> lines, Duration time) {}

  /** Runs once. */
  Output run() throws SensorException {
    List<String> lines = Collections.synchronizedList(new ArrayList<>());
    long begin = System.nanoTime();
    try (CommandProcess process = start(lines)) {
      if (!process.ended(limit)) {
        throw new SensorException(name + " did not end within " + seconds(limit) + " s");
      }
      process.requireSuccess();
      synchronized (lines) {
        return new Output(List.copyOf(lines), Duration.ofNanos(System.nanoTime() - begin));
      }
    }
  }

  private synchronized CommandProcess start(List<String> lines) throws SensorException {
    if (closed) {
      throw new SensorException(name + " is closed");
    }
    running = CommandProcess.start(name, words, environment, lines::add);
    return running;
  }

  /** Ends the command if it runs, from any thread; it runs no more. */
  @Override
  public synchronized void close() {
    closed = true;
    if (running != null) {
      running.close();
    }
  }

  /** How often to run what takes so long: it runs half of the time at most. */
  static Duration period(Duration time) {
    Duration twice = time.multipliedBy(2);
    Duration second = Duration.ofSeconds(1);
    return twice.compareTo(second) < 0 ? second : twice;
  }

  static String seconds(Duration duration) {
    return Double.toString(duration.toMillis() / 1e3);
  }
}
