package org.calque.runtime.power.command;

import java.time.Duration;
import java.util.List;
import org.calque.runtime.power.SensorException;

/** The watts that a command prints, line by line. Written by one thread and read by others. */
final class PrintedWatts {
  private static final double NONE = Double.NaN;

  private final String command;
  private double watts = NONE;
  private String problem;
  private long first;
  private long last;
  private int values;

  PrintedWatts(String command) {
    this.command = command;
    this.problem = command + " printed nothing";
  }

  /** Takes a line. */
  synchronized void accept(String line) {
    try {
      watts = WattsLine.parse(line);
      last = System.nanoTime();
      first = values == 0 ? last : first;
      values++;
    } catch (SensorException e) {
      watts = NONE;
      problem = command + ": " + e.getMessage();
    }
    notifyAll();
  }

  /**
   * Waits for some values.
   *
   * @return how many there are
   */
  synchronized int await(int wanted, Duration limit) throws SensorException {
    long end = System.nanoTime() + limit.toNanos();
    try {
      for (long left = limit.toNanos();
          values < wanted && left > 0;
          left = end - System.nanoTime()) {
        wait(1 + left / 1_000_000);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new SensorException("interrupted while waiting for " + command, e);
    }
    return values;
  }

  /**
   * The last value.
   *
   * @throws SensorException when it is too old, or the last line told none
   */
  synchronized double last(Duration oldest) throws SensorException {
    if (Double.isNaN(watts)) {
      throw new SensorException(problem);
    }
    if (System.nanoTime() - last > oldest.toNanos()) {
      throw new SensorException(
          command + " has printed nothing for " + Invocation.seconds(oldest) + " s");
    }
    return watts;
  }

  /** Why there is no value. */
  synchronized String problem() {
    return problem;
  }

  /** Mean time between two values; zero with fewer than two. */
  synchronized Duration cadence() {
    return values < 2 ? Duration.ZERO : Duration.ofNanos((last - first) / (values - 1));
  }

  /**
   * The watts of all that a command printed to its end: those of the first line that tells any,
   * since tools print the present value before its statistics.
   */
  static double of(String command, List<String> lines) throws SensorException {
    SensorException failure = new SensorException(command + " printed nothing");
    for (String line : lines) {
      try {
        return WattsLine.parse(line);
      } catch (SensorException e) {
        failure = new SensorException(command + ": " + e.getMessage());
      }
    }
    throw failure;
  }
}
