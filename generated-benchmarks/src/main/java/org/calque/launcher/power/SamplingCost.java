package org.calque.launcher.power;

import java.io.PrintStream;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.calque.results.Entry;
import org.calque.results.MeasuredPower;
import org.calque.results.Run;
import org.calque.runtime.power.PowerMeter;

/**
 * What reading a sensor took, such as in all forks of a run.
 *
 * @param readings how many
 * @param jitter mean deviation from the period, as a part of it; the largest of several forks
 * @param cpuSeconds CPU time of the threads that read
 * @param seconds that they ran
 */
public record SamplingCost(long readings, double jitter, double cpuSeconds, double seconds) {
  private SamplingCost with(SamplingCost other) {
    return new SamplingCost(
        readings + other.readings,
        Math.max(jitter, other.jitter),
        cpuSeconds + other.cpuSeconds,
        seconds + other.seconds);
  }

  /** The cost of each sensor of a run, by its name. */
  static Map<String, SamplingCost> of(Run run) {
    Map<String, SamplingCost> costs = new TreeMap<>();
    for (Entry entry : run.entries()) {
      List<MeasuredPower.Fork> forks = entry.power() == null ? List.of() : entry.power().forks();
      for (MeasuredPower.Fork fork : forks) {
        double seconds =
            fork.iterations().stream().mapToDouble(MeasuredPower.Iteration::to).max().orElse(0);
        for (MeasuredPower.Sampling sampling : fork.samplings()) {
          SamplingCost cost =
              new SamplingCost(
                  sampling.readings(), sampling.jitter(), sampling.cpuSeconds(), seconds);
          costs.merge(sampling.sensor(), cost, SamplingCost::with);
        }
      }
    }
    return costs;
  }

  /** The cost of a sensor over so many seconds. */
  public static SamplingCost of(PowerMeter.Sampling sampling, double seconds) {
    return new SamplingCost(
        sampling.cadence().count(),
        sampling.cadence().jitter(),
        sampling.cpuNanos() / 1e9,
        seconds);
  }

  /** Tells a person what the sensors of a run took. */
  public static void print(Run run, PrintStream out) {
    of(run).forEach((sensor, cost) -> cost.print(sensor, out));
  }

  /** Tells a person in a line. */
  public void print(String sensor, PrintStream out) {
    out.printf(
        Locale.ROOT,
        "power: %s: read %,d times in %.3g s, with a jitter of up to %.2g %%, at %.2g %% of a core%n",
        sensor,
        readings,
        seconds,
        100 * jitter,
        100 * cpuSeconds / seconds);
  }
}
