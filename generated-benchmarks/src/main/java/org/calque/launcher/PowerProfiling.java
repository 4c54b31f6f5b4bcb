package org.calque.launcher;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Locale;
import org.calque.launcher.power.ForkLogs;
import org.calque.launcher.power.PowerOptions;
import org.calque.results.MeasuredPower;
import org.calque.runtime.ReplayException;
import org.calque.runtime.power.Findings;
import org.calque.runtime.power.PowerSources;
import org.calque.runtime.power.Sensor;
import org.openjdk.jmh.runner.options.ChainedOptionsBuilder;
import org.openjdk.jmh.runner.options.Options;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;

/**
 * The launcher's part of {@code -prof power}: it looks for sensors before forks start, tells what
 * there is and what is missing, and gives forks their options.
 */
final class PowerProfiling {
  /** How much longer iterations are than the sensors need. */
  private static final double MARGIN = 1.2;

  /** Where nothing was found, iterations are as long as the slowest sensor would need. */
  private static final Duration SLOWEST = Duration.ofSeconds(5);

  private final PowerOptions options;
  private final Findings found;
  private final boolean longIterations;

  private PowerProfiling(PowerOptions options, Findings found, boolean longIterations) {
    this.options = options;
    this.found = found;
    this.longIterations = longIterations;
  }

  /**
   * What the arguments ask for; the sensors are only looked at here, forks read them.
   *
   * @param items of whole steps
   */
  static PowerProfiling of(LauncherArguments arguments, StepItems items) {
    try {
      Path folder = Files.createTempDirectory("calque-power");
      folder.toFile().deleteOnExit();
      PowerOptions options = arguments.power().forForks(folder, items.text());
      Findings found = options.find();
      found.sensors().forEach(Sensor::close);
      return new PowerProfiling(options, found, arguments.energy());
    } catch (IOException e) {
      throw new ReplayException("no folder for what forks measure: " + e.getMessage(), e);
    }
  }

  /** What forks measured since this was called last; null for nothing. */
  MeasuredPower take() {
    try {
      return ForkLogs.take(options.to());
    } catch (IOException e) {
      System.out.println("power: what forks measured cannot be read: " + e);
      return null;
    }
  }

  /** Tells a person each sensor, and each that cannot be read. */
  static void print(PowerOptions options, Findings found, PrintStream out) {
    for (Sensor sensor : found.sensors()) {
      out.printf(
          "power: %s: %s, %s (%s)%n",
          sensor.facts().id(),
          sensor.facts().scope().words(),
          sensor.facts().attribution(),
          how(sensor));
    }
    for (Findings.Unavailable missing : found.unavailable()) {
      out.printf(
          "power: %s.%s: unavailable: %s%n", missing.source(), missing.device(), missing.reason());
    }
    if (found.sensors().isEmpty()) {
      out.printf(
          "power: unavailable: no sensor can be read (looked for %s); times are measured without%n",
          PowerSources.names(options.chosen()));
    }
  }

  void print(PrintStream out) {
    print(options, found, out);
  }

  private static String how(Sensor sensor) {
    String counter =
        sensor.counter() == null ? "" : "counter, new every " + text(sensor.counter().resolution());
    String gauge = "";
    if (sensor.gauge() != null) {
      String average =
          sensor.gauge().instant() ? "power" : text(sensor.gauge().average()) + " average of power";
      gauge = average + ", new every " + text(sensor.gauge().period());
    }
    String both = counter.isEmpty() || gauge.isEmpty() ? counter + gauge : counter + "; " + gauge;
    return both + "; sound from " + text(sensor.sound());
  }

  private static String text(Duration time) {
    return time.toMillis() < 1000
        ? time.toMillis() + " ms"
        : String.format(Locale.ROOT, "%.3g s", time.toMillis() / 1e3).replaceFirst("\\.0+ ", " ");
  }

  /** The options with the profiler and, where it is asked for, iterations that are long enough. */
  Options addTo(Options benchmarks) {
    ChainedOptionsBuilder builder =
        new OptionsBuilder().parent(benchmarks).addProfiler(PowerProfiler.class, options.text());
    if (longIterations && !benchmarks.getMeasurementTime().hasValue()) {
      builder.measurementTime(TimeValue.milliseconds(iteration().toMillis()));
    }
    return builder.build();
  }

  private Duration iteration() {
    Duration sound =
        found.sensors().stream().map(Sensor::sound).max(Duration::compareTo).orElse(SLOWEST);
    long millis = (long) (sound.toMillis() * MARGIN);
    return Duration.ofMillis(Math.max(1000, millis));
  }
}
