package org.calque.runtime.power.command;

import java.time.Duration;
import org.calque.runtime.power.PowerGauge;
import org.calque.runtime.power.Reading;
import org.calque.runtime.power.SensorException;

/**
 * The last value of a command that goes on.
 *
 * @param oldest age at which a value is one no more
 */
record PrintingCommand(CommandProcess process, PrintedWatts watts, Duration oldest)
    implements Reading {
  /** Values from which the cadence is seen. */
  private static final int VALUES = 4;

  /** Values that may fail to come before the last one is too old. */
  private static final int MISSED = 3;

  private static final Duration SHORTEST_PERIOD = Duration.ofMillis(10);
  private static final Duration SHORTEST_AGE = Duration.ofSeconds(1);

  /** Watches its cadence for a while. */
  static PowerGauge gauge(CommandProcess process, PrintedWatts watts, Duration limit)
      throws SensorException {
    watts.await(VALUES, limit);
    Duration cadence = watts.cadence();
    Duration period = cadence.isZero() ? limit : longer(cadence, SHORTEST_PERIOD);
    PrintingCommand reading =
        new PrintingCommand(process, watts, longer(period.multipliedBy(MISSED), SHORTEST_AGE));
    reading.read();
    return new PowerGauge(reading, Duration.ZERO, period);
  }

  private static Duration longer(Duration a, Duration b) {
    return a.compareTo(b) < 0 ? b : a;
  }

  @Override
  public double read() throws SensorException {
    if (process.ended(Duration.ZERO)) {
      throw process.failure();
    }
    return watts.last(oldest);
  }

  @Override
  public void close() {
    process.close();
  }
}
