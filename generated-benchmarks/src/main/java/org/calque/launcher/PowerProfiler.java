package org.calque.launcher;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.calque.launcher.power.ForkLog;
import org.calque.launcher.power.PowerOptions;
import org.calque.launcher.power.PowerResults;
import org.calque.runtime.power.Findings;
import org.calque.runtime.power.PowerMeter;
import org.calque.runtime.power.WindowEnergy;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.infra.IterationParams;
import org.openjdk.jmh.profile.InternalProfiler;
import org.openjdk.jmh.profile.ProfilerException;
import org.openjdk.jmh.results.IterationResult;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.runner.IterationType;

/**
 * {@code -prof power}: energy and power of each measured iteration, over a window that opens and
 * closes with it. Whatever fails here leaves the times alone.
 */
public final class PowerProfiler implements InternalProfiler {
  /** The word that the launcher takes for this class's name. */
  static final String NAME = "power";

  private final PowerOptions options;
  private PowerMeter meter;
  private PowerMeter.Window window;
  private PowerResults results;
  private ForkLog log;
  private List<Result<?>> idle = List.of();
  private boolean failed;

  /**
   * As JMH makes it, in the launcher too, where nothing is measured.
   *
   * @throws ProfilerException if these are no options, or ask for help
   */
  public PowerProfiler(String options) throws ProfilerException {
    if (options.equals("help")) {
      throw new ProfilerException(PowerOptions.HELP);
    }
    try {
      this.options = PowerOptions.parse(options);
    } catch (IllegalArgumentException e) {
      throw new ProfilerException(e.getMessage());
    }
  }

  @Override
  public void beforeIteration(BenchmarkParams benchmark, IterationParams iteration) {
    window = null;
    try {
      if (meter == null && !failed) {
        begin(benchmark);
      }
      if (!failed && iteration.getType() == IterationType.MEASUREMENT) {
        window = meter.open();
      }
    } catch (RuntimeException | LinkageError e) {
      fail(e);
    }
  }

  private void fail(Throwable e) {
    failed = true;
    System.out.println("power: unavailable: " + e);
  }

  /** Before the first iteration of a fork, which is mostly a warm-up. */
  private void begin(BenchmarkParams benchmark) {
    Findings found = options.find();
    log = ForkLog.begin(options.to(), found);
    meter = new PowerMeter(found.sensors(), options.settings());
    results = new PowerResults(benchmark.getTimeUnit(), items(benchmark));
    meter.start();
    if (!options.idle().isZero()) {
      List<WindowEnergy> energies = whileIdle(options.idle());
      log.idle(energies);
      idle = PowerResults.idle(energies);
    }
  }

  private List<WindowEnergy> whileIdle(Duration time) {
    PowerMeter.Window idling = meter.open();
    try {
      TimeUnit.NANOSECONDS.sleep(time.toNanos());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    return meter.close(idling);
  }

  private PowerResults.Items items(BenchmarkParams benchmark) {
    return StepItems.parse(options.items()).of(benchmark.getBenchmark()).orElse(null);
  }

  @Override
  public Collection<? extends Result<?>> afterIteration(
      BenchmarkParams benchmark, IterationParams iteration, IterationResult result) {
    if (window == null || result.getRawPrimaryResults().isEmpty()) {
      return List.of();
    }
    try {
      List<WindowEnergy> energies = meter.close(window);
      log.iteration(window, energies, meter.samplings(), options.trace());
      List<Result<?>> all = new ArrayList<>(results.of(energies, result.getMetadata().getAllOps()));
      all.addAll(idle);
      return all;
    } catch (RuntimeException | LinkageError e) {
      fail(e);
      return List.of();
    }
  }

  @Override
  public String getDescription() {
    return "Energy and power of each iteration, by counters and sensors (options: power:help)";
  }
}
