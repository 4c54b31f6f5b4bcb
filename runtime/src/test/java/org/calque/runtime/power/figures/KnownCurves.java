package org.calque.runtime.power.figures;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.DoubleUnaryOperator;
import org.calque.runtime.power.MeterSettings;
import org.calque.runtime.power.PowerMeter;
import org.calque.runtime.power.PowerSearch;
import org.calque.runtime.power.PowerSeries;
import org.calque.runtime.power.PowerSources;
import org.calque.runtime.power.Sensor;
import org.calque.runtime.power.WindowEnergy;
import org.calque.runtime.power.sysfs.FakeLoad;
import org.calque.runtime.power.sysfs.FakeSysfs;

/**
 * Energy of known curves in real time: a thread drives files as the kernel does, once as the power
 * of a meter and once as the counter of a processor, and both are measured as in a benchmark.
 * Beside it stands jpwr's rule on the same samples: each sample's power for the time since the one
 * before, and nothing before the first and after the last. Argument: seconds of a window.
 */
final class KnownCurves {
  private static final double LEAD = 0.5;
  private static final double RANGE_JOULES = 1_000;
  private static final double MICRO = 1e6;

  private KnownCurves() {}

  public static void main(String[] arguments) throws Exception {
    double seconds = arguments.length > 0 ? Double.parseDouble(arguments[0]) : 5;
    System.out.printf(
        "%-28s %10s %10s %10s %10s%n", "curve", "true J", "integral %", "jpwr %", "counter %");
    for (Map.Entry<String, DoubleUnaryOperator> curve : curves().entrySet()) {
      measure(curve.getKey(), curve.getValue(), seconds);
    }
  }

  private static Map<String, DoubleUnaryOperator> curves() {
    Map<String, DoubleUnaryOperator> curves = new LinkedHashMap<>();
    curves.put("constant, 100 W", t -> 100);
    curves.put("ramp, 50 W and 50 W/s", t -> 50 + 50 * t);
    curves.put("ramp of 1 s, 50..150 W", t -> 50 + 100 * (t % 1));
    curves.put("square of 1 s, 50..150 W", t -> t % 1 < 0.5 ? 50 : 150);
    curves.put("spikes, 50 ms of 250", t -> t % 0.25 < 0.05 ? 400 : 100);
    return curves;
  }

  private static void measure(String name, DoubleUnaryOperator watts, double seconds)
      throws IOException, InterruptedException {
    Path root = Files.createTempDirectory("curves");
    FakeSysfs sys = new FakeSysfs(root);
    FakeSysfs.Folder meter =
        sys.meter(0, "Module Power Socket 0").with("power1_input", (long) (50 * MICRO));
    // The counter starts anew while it is measured.
    long range = (long) (RANGE_JOULES * MICRO);
    FakeSysfs.Folder zone =
        sys.zone("0", "package-0")
            .with("max_energy_range_uj", range)
            .with("energy_uj", range - (long) (200 * MICRO));
    List<Sensor> sensors =
        PowerSources.find(
                PowerSources.named(List.of("hwmon", "rapl")), new PowerSearch(root, Map.of(), ""))
            .sensors();
    MeterSettings settings =
        new MeterSettings(
            Duration.ofMillis(10), Duration.ZERO, MeterSettings.DEFAULT.disagreement());
    try (FakeLoad load =
            new FakeLoad()
                .power(meter.file("power1_input"), watts)
                .counter(zone.file("energy_uj"), range - (long) (200 * MICRO), range, watts)
                .start();
        PowerMeter power = new PowerMeter(sensors, settings)) {
      power.start();
      Thread.sleep((long) (LEAD * 1e3));
      PowerMeter.Window window = power.open();
      Thread.sleep((long) (seconds * 1e3));
      List<WindowEnergy> energies = power.close(window);
      double from = load.seconds(window.opened());
      double to = from + energies.get(0).seconds();
      double truth = FakeLoad.joules(watts, from, to);
      PowerSeries.Part samples = power.samplings().get(0).series().all();
      System.out.printf(
          Locale.ROOT,
          "%-28s %10.2f %+10.3f %+10.3f %+10.3f%n",
          name,
          truth,
          100 * (energies.get(0).joules() / truth - 1),
          100 * (rectangles(samples, window.opened(), energies.get(0).seconds()) / truth - 1),
          100 * (energies.get(1).joules() / truth - 1));
      for (PowerMeter.Sampling sampling : power.samplings()) {
        System.out.printf(
            Locale.ROOT,
            "    %s: %d readings, jitter %.2f %%, longest %.1f ms, %.3f %% of a core%n",
            sampling.sensor().id(),
            sampling.cadence().count(),
            100 * sampling.cadence().jitter(),
            sampling.cadence().largest() / 1e6,
            100.0 * sampling.cpuNanos() / 1e9 / (LEAD + seconds));
      }
    }
  }

  private static double rectangles(PowerSeries.Part samples, long opened, double seconds) {
    double joules = 0;
    for (int i = 1; i < samples.size(); i++) {
      boolean within =
          samples.nanos()[i - 1] >= opened && samples.nanos()[i] <= opened + seconds * 1e9;
      if (within) {
        joules += samples.watts()[i] * (samples.nanos()[i] - samples.nanos()[i - 1]) / 1e9;
      }
    }
    return joules;
  }
}
