package org.calque.runtime.power.sysfs;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.function.DoubleUnaryOperator;

/**
 * Draws power along known curves: a thread writes each file every millisecond, as the hardware
 * does. Curves give watts at seconds since {@link #start}.
 */
public final class FakeLoad implements AutoCloseable {
  private static final long TICK = 1_000_000;
  private static final double MICRO = 1e6;

  /** Steps of Simpson's rule in a second: those of curves are found to a millisecond. */
  private static final int STEPS_PER_SECOND = 2000;

  private final List<Tick> ticks = new ArrayList<>();
  private final Thread thread = new Thread(this::run, "fake-load");
  private volatile boolean stopped;
  private volatile long start;
  private volatile double last;

  private interface Tick {
    void at(double seconds);
  }

  /** A counter that stands at some microjoules and starts anew at a range. */
  public FakeLoad counter(Path file, long first, long range, DoubleUnaryOperator watts) {
    double[] joules = {0, 0};
    ticks.add(
        seconds -> {
          joules[0] += joules(watts, joules[1], seconds);
          joules[1] = seconds;
          long count = first + Math.round(joules[0] * MICRO);
          FakeSysfs.write(file, Long.toString(count % range));
        });
    return this;
  }

  /** Power of the instant, in microwatts. */
  public FakeLoad power(Path file, DoubleUnaryOperator watts) {
    ticks.add(
        seconds ->
            FakeSysfs.write(file, Long.toString(Math.round(watts.applyAsDouble(seconds) * MICRO))));
    return this;
  }

  /** Begins. */
  public FakeLoad start() {
    start = System.nanoTime();
    thread.setDaemon(true);
    thread.start();
    return this;
  }

  /** Seconds since the start at a time of {@link System#nanoTime}. */
  public double seconds(long nanos) {
    return (nanos - start) / 1e9;
  }

  /** Time in seconds of what the files tell, which changes no more once it is closed. */
  public double last() {
    return last;
  }

  /** What a curve draws between two times. */
  public static double joules(DoubleUnaryOperator watts, double from, double to) {
    int steps = 2 * (1 + (int) ((to - from) * STEPS_PER_SECOND / 2));
    double step = (to - from) / steps;
    double sum = watts.applyAsDouble(from) + watts.applyAsDouble(to);
    for (int i = 1; i < steps; i++) {
      sum += (i % 2 == 0 ? 2 : 4) * watts.applyAsDouble(from + i * step);
    }
    return sum * step / 3;
  }

  private void run() {
    while (!stopped) {
      double seconds = seconds(System.nanoTime());
      ticks.forEach(tick -> tick.at(seconds));
      last = seconds;
      LockSupport.parkNanos(TICK);
    }
  }

  /** Ends; files stay as they are. */
  @Override
  public void close() {
    stopped = true;
    try {
      thread.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
