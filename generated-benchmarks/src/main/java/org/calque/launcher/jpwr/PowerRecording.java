package org.calque.launcher.jpwr;

import java.util.ArrayList;
import java.util.List;
import org.calque.runtime.power.Findings;
import org.calque.runtime.power.PowerMeter;
import org.calque.runtime.power.PowerSeries;
import org.calque.runtime.power.WindowEnergy;

/**
 * What was measured while a command ran.
 *
 * @param energies of the command's window, a sensor each
 * @param samplings of the same sensors
 * @param unavailable what could not be read
 * @param started when the window was opened, in seconds since the epoch
 * @param opened the same by {@link System#nanoTime}
 */
public record PowerRecording(
    List<WindowEnergy> energies,
    List<PowerMeter.Sampling> samplings,
    List<Findings.Unavailable> unavailable,
    double started,
    long opened) {

  /** How long the command ran; 0 where there was no sensor. */
  public double seconds() {
    return energies.isEmpty() ? 0 : energies.get(0).seconds();
  }

  /** Power over time. */
  PowerFrame frame() {
    List<PowerFrame.Column> columns = new ArrayList<>();
    for (PowerMeter.Sampling sampling : samplings) {
      PowerSeries.Part all = sampling.series().all();
      double[] seconds = new double[all.size()];
      for (int i = 0; i < seconds.length; i++) {
        // The wall clock is asked once: what is set meanwhile does not bend the curve.
        seconds[i] = started + (all.nanos()[i] - opened) / 1e9;
      }
      columns.add(new PowerFrame.Column(JpwrNames.column(sampling.sensor()), seconds, all.watts()));
    }
    return new PowerFrame(columns);
  }
}
