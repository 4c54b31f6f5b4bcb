package org.calque.launcher.power;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.calque.runtime.power.EnergyCounter;
import org.calque.runtime.power.Findings;
import org.calque.runtime.power.PowerMeter;
import org.calque.runtime.power.PowerSeries;
import org.calque.runtime.power.Sensor;
import org.calque.runtime.power.WindowEnergy;
import org.openjdk.jmh.infra.BenchmarkParams;
import tools.jackson.databind.json.JsonMapper;

/**
 * What a fork tells the launcher of its measurements, a line of JSON after each iteration, so that
 * a fork that dies leaves what it had. It also tells a person, once, what is doubtful.
 */
public final class ForkLog {
  static final JsonMapper JSON = JsonMapper.builder().build();
  private static final String SUFFIX = ".power.jsonl";

  private final Path file;
  private final long begun = System.nanoTime();
  private final Map<String, String> told = new TreeMap<>();
  private final Map<String, Integer> written = new TreeMap<>();

  private ForkLog(Path file) {
    this.file = file;
  }

  /**
   * A log of this process, which begins with what was found.
   *
   * @param folder that it is left in; null for none
   */
  public static ForkLog begin(Path folder, Findings found, BenchmarkParams benchmark) {
    Path file =
        folder == null
            ? null
            : folder.resolve(
                "%020d-%d%s"
                    .formatted(System.currentTimeMillis(), ProcessHandle.current().pid(), SUFFIX));
    ForkLog log = new ForkLog(file);
    log.write(
        new Line(
            new Begin(
                benchmark.getBenchmark(),
                System.currentTimeMillis(),
                found.sensors().stream().map(ForkLog::sensor).toList(),
                found.unavailable()),
            null,
            null));
    return log;
  }

  /** A line of the file: one of the three. */
  record Line(Begin begin, List<Energy> idle, Iteration iteration) {}

  /** What was found, at a time since the epoch in milliseconds. */
  record Begin(
      String benchmark,
      long time,
      List<SensorLine> sensors,
      List<Findings.Unavailable> unavailable) {}

  /** A sensor: what it measures and how. */
  record SensorLine(
      String id,
      String identity,
      String scope,
      String attribution,
      Double counterResolutionSeconds,
      Double samplePeriodSeconds,
      Double averageSeconds) {}

  /** Energy of a window; null for what there is not. */
  record Energy(
      String sensor,
      String method,
      Double joules,
      Double counted,
      Double integrated,
      Double least,
      Double most,
      int samples,
      double gapSeconds,
      String validity,
      String reason) {}

  /** A measured iteration, in seconds since the fork's log began. */
  record Iteration(double from, double to, List<Energy> energies, List<SamplingLine> sampling) {}

  /** How a sensor was sampled until then, and the samples since the line before. */
  record SamplingLine(
      String sensor,
      long readings,
      double jitter,
      double cpuSeconds,
      double[] seconds,
      double[] watts) {}

  private static SensorLine sensor(Sensor sensor) {
    EnergyCounter counter = sensor.counter();
    return new SensorLine(
        sensor.facts().id(),
        sensor.facts().identity(),
        sensor.facts().scope().words(),
        sensor.facts().attribution(),
        counter == null ? null : counter.resolution().toNanos() / 1e9,
        sensor.gauge() == null ? null : sensor.gauge().period().toNanos() / 1e9,
        sensor.gauge() == null ? null : sensor.gauge().average().toNanos() / 1e9);
  }

  /** What the machine drew before the work. */
  public void idle(List<WindowEnergy> energies) {
    write(new Line(null, energies.stream().map(ForkLog::energy).toList(), null));
  }

  /** An iteration that has just ended. */
  public void iteration(
      PowerMeter.Window window,
      List<WindowEnergy> energies,
      List<PowerMeter.Sampling> samplings,
      boolean trace) {
    double from = (window.opened() - begun) / 1e9;
    double seconds = energies.isEmpty() ? 0 : energies.get(0).seconds();
    List<SamplingLine> lines = new ArrayList<>();
    for (PowerMeter.Sampling sampling : samplings) {
      lines.add(line(sampling, trace));
    }
    write(
        new Line(
            null,
            null,
            new Iteration(
                from, from + seconds, energies.stream().map(ForkLog::energy).toList(), lines)));
    energies.forEach(this::tell);
  }

  private SamplingLine line(PowerMeter.Sampling sampling, boolean trace) {
    String id = sampling.sensor().id();
    double[] seconds = {};
    double[] watts = {};
    if (trace) {
      PowerSeries.Part all = sampling.series().all();
      int from = written.getOrDefault(id, 0);
      seconds = new double[all.size() - from];
      watts = new double[all.size() - from];
      for (int i = from; i < all.size(); i++) {
        seconds[i - from] = (all.nanos()[i] - begun) / 1e9;
        watts[i - from] = all.watts()[i];
      }
      written.put(id, all.size());
    }
    return new SamplingLine(
        id,
        sampling.cadence().count(),
        sampling.cadence().jitter(),
        sampling.cpuNanos() / 1e9,
        seconds,
        watts);
  }

  private static Energy energy(WindowEnergy energy) {
    return new Energy(
        energy.sensor().id(),
        energy.method() == null ? null : energy.method().words(),
        number(energy.joules()),
        number(energy.counted()),
        number(energy.integrated()),
        number(energy.least()),
        number(energy.most()),
        energy.samples(),
        energy.gap(),
        energy.validity().word(),
        energy.reason());
  }

  private static Double number(double value) {
    return Double.isFinite(value) ? value : null;
  }

  /** Each kind of doubt about a sensor is told once in a fork. */
  private void tell(WindowEnergy energy) {
    String kind = energy.sensor().id() + " " + energy.validity();
    if (!energy.reason().isEmpty() && told.put(kind, energy.reason()) == null) {
      System.out.println(
          "power: "
              + energy.sensor().id()
              + ": "
              + energy.validity().word()
              + ": "
              + energy.reason());
    }
  }

  /** A folder that cannot be written to costs the log, not the benchmark. */
  private void write(Line line) {
    if (file == null) {
      return;
    }
    try {
      Files.writeString(
          file,
          JSON.writeValueAsString(line) + "\n",
          StandardOpenOption.CREATE,
          StandardOpenOption.APPEND);
    } catch (IOException e) {
      if (told.put(SUFFIX, e.toString()) == null) {
        System.out.println("power: not kept: " + e);
      }
    }
  }
}
