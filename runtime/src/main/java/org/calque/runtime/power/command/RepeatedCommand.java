package org.calque.runtime.power.command;

import java.time.Duration;
import org.calque.runtime.power.PowerGauge;
import org.calque.runtime.power.Reading;
import org.calque.runtime.power.SensorException;

/** A command that is run anew for each value. */
record RepeatedCommand(Invocation command, String name) implements Reading {
  /** Runs it once, which tells how often that may be done. */
  static PowerGauge gauge(Invocation command, String name) throws SensorException {
    Invocation.Output output = command.run();
    PrintedWatts.of(name, output.lines());
    return new PowerGauge(
        new RepeatedCommand(command, name), Duration.ZERO, Invocation.period(output.time()));
  }

  @Override
  public double read() throws SensorException {
    return PrintedWatts.of(name, command.run().lines());
  }

  @Override
  public void close() {
    command.close();
  }
}
