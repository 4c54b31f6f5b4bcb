package org.calque.runtime.power;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;

/**
 * Reads one sensor: a gauge at its own period in a thread of its own, a counter where a window
 * opens and closes and often enough to see each of its wraps. A counter without a gauge is read
 * periodically as well, so that there is power over time.
 */
final class SensorMeter implements Runnable {
  /** A counter is read at least this often. */
  private static final long COUNTER_PERIOD = 5_000_000_000L;

  /** Steps of a counter in one sample of the power that is made from it. */
  private static final int STEPS_PER_SAMPLE = 20;

  private static final long SHORTEST_PERIOD = 10_000_000L;

  private final Sensor sensor;
  private final long period;
  private final PowerSeries series = new PowerSeries();
  private final CountedEnergy counted;
  private final Cadence cadence;
  private final Thread thread;
  private volatile boolean stopped;
  private volatile String failure = "";
  private long nextCount;
  private CountedEnergy.Mark lastSample;
  private long cpuNanos;

  /**
   * Makes a meter that does not read yet.
   *
   * @param wished time between two samples; zero for what suits the sensor
   */
  SensorMeter(Sensor sensor, Duration wished) {
    this.sensor = sensor;
    this.period = wished.isZero() ? period(sensor) : wished.toNanos();
    this.counted = sensor.counter() == null ? null : new CountedEnergy(sensor.counter());
    this.cadence = new Cadence(period);
    this.thread = new Thread(this, "power-" + sensor.facts().id());
    thread.setDaemon(true);
    thread.setPriority(Thread.MAX_PRIORITY);
  }

  private static long period(Sensor sensor) {
    long own =
        sensor.gauge() == null
            ? STEPS_PER_SAMPLE * sensor.counter().resolution().toNanos()
            : sensor.gauge().period().toNanos();
    return Math.max(SHORTEST_PERIOD, own);
  }

  Sensor sensor() {
    return sensor;
  }

  PowerSeries series() {
    return series;
  }

  /** Nanoseconds between two samples. */
  long period() {
    return period;
  }

  /** How evenly samples came. */
  Cadence cadence() {
    return cadence;
  }

  /**
   * CPU time of the thread so far, in nanoseconds; asked from outside, so that it costs no reading.
   */
  synchronized long cpuNanos() {
    cpuNanos = Math.max(cpuNanos, ThreadTime.nanos(thread));
    return cpuNanos;
  }

  /** What the last reading failed with; empty when it did not. */
  String failure() {
    return failure;
  }

  CountedEnergy counted() {
    return counted;
  }

  void start() {
    thread.start();
  }

  /** Ends the thread, and waits for it no longer than a reading may take. */
  void stop() {
    stopped = true;
    LockSupport.unpark(thread);
    try {
      thread.join(Duration.ofSeconds(2).toMillis());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public void run() {
    long next = System.nanoTime();
    while (!stopped) {
      sample();
      cadence.add(System.nanoTime());
      next += period;
      long late = System.nanoTime() - next;
      if (late > 0) {
        next += late / period * period; // what was missed is not made up for
      }
      for (long left = next - System.nanoTime();
          left > 0 && !stopped;
          left = next - System.nanoTime()) {
        LockSupport.parkNanos(left);
      }
    }
  }

  private synchronized void sample() {
    if (sensor.gauge() != null) {
      readGauge();
    }
    if (counted != null && (sensor.gauge() == null || System.nanoTime() - nextCount >= 0)) {
      readCounter();
    }
  }

  /** Reads all that there is at the edge of a window; null where the counter gave nothing. */
  synchronized CountedEnergy.Mark open() {
    if (sensor.gauge() != null) {
      readGauge();
    }
    return counted == null ? null : readCounter();
  }

  /** The same in the other order, so that the counter's window is not longer than the work's. */
  synchronized CountedEnergy.Mark close() {
    CountedEnergy.Mark mark = counted == null ? null : readCounter();
    if (sensor.gauge() != null) {
      readGauge();
    }
    return mark;
  }

  private void readGauge() {
    try {
      long before = System.nanoTime();
      double watts = PlausiblePower.check(sensor.gauge().reading().read(), sensor.facts().id());
      series.add(middle(before), watts);
      failure = "";
    } catch (SensorException e) {
      failure = e.getMessage();
    }
  }

  private CountedEnergy.Mark readCounter() {
    try {
      long before = System.nanoTime();
      double count = sensor.counter().reading().read();
      CountedEnergy.Mark mark = counted.add(middle(before), count);
      nextCount = mark.nanos() + counterPeriod();
      if (sensor.gauge() == null) {
        failure = "";
        samplePower(mark);
      }
      return mark;
    } catch (SensorException e) {
      failure = e.getMessage();
      return null;
    }
  }

  /** Between two readings of a counter lies its average power, unless they are too close. */
  private void samplePower(CountedEnergy.Mark mark) {
    if (lastSample == null) {
      lastSample = mark;
    } else if (mark.nanos() - lastSample.nanos() >= period / 2) {
      double seconds = (mark.nanos() - lastSample.nanos()) / 1e9;
      series.add(mark.nanos(), (mark.joules() - lastSample.joules()) / seconds);
      lastSample = mark;
    }
  }

  private long counterPeriod() {
    double turn = sensor.counter().range() * sensor.counter().joulesPerCount();
    double third = turn / CountedEnergy.WRAP_WATTS / 3 * 1e9;
    return third < COUNTER_PERIOD ? (long) third : COUNTER_PERIOD;
  }

  private static long middle(long before) {
    return before + (System.nanoTime() - before) / 2;
  }
}
