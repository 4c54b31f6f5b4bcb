package org.calque.launcher.jpwr;

import java.io.IOException;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.calque.runtime.power.Findings;
import org.calque.runtime.power.MeterSettings;
import org.calque.runtime.power.PowerMeter;
import org.calque.runtime.power.WindowEnergy;

/** A command that runs while sensors are read. Its input, output and errors are those of Calque. */
public final class MeasuredProcess {
  /** A command that was told to end, by the terminal or by this, has so long for it. */
  private static final int SECONDS_TO_END = 5;

  private final PowerMeter meter;
  private final Findings found;
  private final PowerMeter.Window window;
  private final double started;
  private final Process process;

  private MeasuredProcess(
      PowerMeter meter, Findings found, PowerMeter.Window window, double started, Process process) {
    this.meter = meter;
    this.found = found;
    this.window = window;
    this.started = started;
    this.process = process;
  }

  /**
   * Starts a command.
   *
   * @param found sensors, which are read until {@link #recording}
   * @throws IOException if the command cannot be run
   */
  public static MeasuredProcess start(List<String> command, Findings found, MeterSettings settings)
      throws IOException {
    PowerMeter meter = new PowerMeter(found.sensors(), settings);
    meter.start();
    double started = System.currentTimeMillis() / 1e3;
    PowerMeter.Window window = meter.open();
    try {
      Process process = new ProcessBuilder(command).inheritIO().start();
      return new MeasuredProcess(meter, found, window, started, process);
    } catch (IOException e) {
      meter.close();
      throw e;
    }
  }

  /** Waits for the command; its exit status, that of a signal being 128 more than its number. */
  public int await() throws InterruptedException {
    return process.waitFor();
  }

  /** Ends the command, politely first; for when Calque itself is told to end. */
  public void end() throws InterruptedException {
    if (!process.waitFor(1, TimeUnit.SECONDS)) { // a terminal tells both
      process.destroy();
      if (!process.waitFor(SECONDS_TO_END, TimeUnit.SECONDS)) {
        process.destroyForcibly().waitFor();
      }
    }
  }

  /** What was measured until now; sensors are let go of, so it can be asked once. */
  public PowerRecording recording() {
    List<WindowEnergy> energies = meter.close(window);
    List<PowerMeter.Sampling> samplings = meter.samplings();
    meter.close();
    return new PowerRecording(energies, samplings, found.unavailable(), started, window.opened());
  }
}
