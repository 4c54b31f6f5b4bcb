package org.calque.launcher.power;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.calque.results.MeasuredPower;
import org.calque.runtime.power.EnergyCounter;
import org.calque.runtime.power.Findings;
import org.calque.runtime.power.PowerMeter;
import org.calque.runtime.power.PowerSeries;
import org.calque.runtime.power.Sensor;
import org.calque.runtime.power.WindowEnergy;
import tools.jackson.databind.json.JsonMapper;

/**
 * What a fork tells the launcher of its measurements, a line of JSON after each iteration, so that
 * a fork that dies leaves what it had. It also tells a person, once, what is doubtful.
 */
public final class ForkLog {
  static final JsonMapper JSON = JsonMapper.builder().build();
  static final String SUFFIX = ".power.jsonl";

  private final Path file;
  private final long begun = System.nanoTime();
  private final long started = System.currentTimeMillis();
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
  public static ForkLog begin(Path folder, Findings found) {
    Path file =
        folder == null
            ? null
            : folder.resolve(
                "%020d-%d%s"
                    .formatted(System.currentTimeMillis(), ProcessHandle.current().pid(), SUFFIX));
    ForkLog log = new ForkLog(file);
    log.write(
        new Line(
            new MeasuredPower(
                found.sensors().stream().map(ForkLog::sensor).toList(),
                found.unavailable().stream().map(ForkLog::unavailable).toList(),
                List.of()),
            log.part(List.of(), List.of(), List.of())));
    return log;
  }

  /** A line of the file: how it began, or what was measured since the line before. */
  record Line(MeasuredPower begun, MeasuredPower.Fork part) {}

  private static MeasuredPower.Sensor sensor(Sensor sensor) {
    EnergyCounter counter = sensor.counter();
    return new MeasuredPower.Sensor(
        sensor.facts().id(),
        sensor.facts().identity(),
        sensor.facts().scope().words(),
        sensor.facts().attribution(),
        counter == null ? null : counter.resolution().toNanos() / 1e9,
        sensor.gauge() == null ? null : sensor.gauge().period().toNanos() / 1e9,
        sensor.gauge() == null ? null : sensor.gauge().average().toNanos() / 1e9);
  }

  private static MeasuredPower.Unavailable unavailable(Findings.Unavailable missing) {
    return new MeasuredPower.Unavailable(missing.source(), missing.device(), missing.reason());
  }

  private MeasuredPower.Fork part(
      List<MeasuredPower.Energy> idle,
      List<MeasuredPower.Iteration> iterations,
      List<MeasuredPower.Sampling> samplings) {
    return new MeasuredPower.Fork(started, idle, iterations, samplings);
  }

  /** What the machine drew before the work. */
  public void idle(List<WindowEnergy> energies) {
    write(
        new Line(
            null, part(energies.stream().map(ForkLog::energy).toList(), List.of(), List.of())));
    energies.forEach(this::tell);
  }

  /** An iteration that has just ended. */
  public void iteration(
      PowerMeter.Window window,
      List<WindowEnergy> energies,
      List<PowerMeter.Sampling> samplings,
      boolean trace) {
    double from = (window.opened() - begun) / 1e9;
    double seconds = energies.isEmpty() ? 0 : energies.get(0).seconds();
    List<MeasuredPower.Sampling> sampled = new ArrayList<>();
    for (PowerMeter.Sampling sampling : samplings) {
      sampled.add(sampling(sampling, trace));
    }
    List<MeasuredPower.Energy> told = energies.stream().map(ForkLog::energy).toList();
    var iteration = new MeasuredPower.Iteration(from, from + seconds, told);
    write(new Line(null, part(List.of(), List.of(iteration), sampled)));
    energies.forEach(this::tell);
  }

  private MeasuredPower.Sampling sampling(PowerMeter.Sampling sampling, boolean trace) {
    String id = sampling.sensor().id();
    List<Double> seconds = new ArrayList<>();
    List<Double> watts = new ArrayList<>();
    if (trace) {
      PowerSeries.Part all = sampling.series().all();
      for (int i = written.getOrDefault(id, 0); i < all.size(); i++) {
        seconds.add((all.nanos()[i] - begun) / 1e9);
        watts.add(all.watts()[i]);
      }
      written.put(id, all.size());
    }
    return new MeasuredPower.Sampling(
        id,
        sampling.cadence().count(),
        sampling.cadence().jitter(),
        sampling.cpuNanos() / 1e9,
        seconds,
        watts);
  }

  private static MeasuredPower.Energy energy(WindowEnergy energy) {
    return new MeasuredPower.Energy(
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
