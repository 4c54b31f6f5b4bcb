package org.calque.runtime.power;

import java.util.ArrayList;
import java.util.List;

/**
 * Measures the energy of windows with many sensors at once. Each is read in a thread of its own
 * from {@link #start} to {@link #close()}, and once more where a window opens and closes. Times are
 * of the monotonic clock.
 */
public final class PowerMeter implements AutoCloseable {
  private final List<SensorMeter> meters = new ArrayList<>();
  private final MeterSettings settings;

  /** A meter that does not read yet. */
  public PowerMeter(List<Sensor> sensors, MeterSettings settings) {
    this.settings = settings;
    for (Sensor sensor : sensors) {
      meters.add(new SensorMeter(sensor, settings.period()));
    }
  }

  /** A window that is open. */
  public static final class Window {
    private final long opened;
    private final List<CountedEnergy.Mark> marks;

    private Window(long opened, List<CountedEnergy.Mark> marks) {
      this.opened = opened;
      this.marks = marks;
    }

    /** When it was opened, by {@link System#nanoTime}. */
    public long opened() {
      return opened;
    }
  }

  /** Starts to sample. */
  public void start() {
    meters.forEach(SensorMeter::start);
  }

  /** Opens a window: the work begins now. */
  public Window open() {
    List<CountedEnergy.Mark> marks = new ArrayList<>();
    for (SensorMeter meter : meters) {
      marks.add(meter.open());
    }
    return new Window(System.nanoTime(), marks);
  }

  /** Closes a window: the work has ended. One result for each sensor, in their order. */
  public List<WindowEnergy> close(Window window) {
    long closed = System.nanoTime();
    List<CountedEnergy.Mark> marks = new ArrayList<>();
    for (SensorMeter meter : meters) {
      marks.add(meter.close());
    }
    List<WindowEnergy> energies = new ArrayList<>();
    for (int i = 0; i < marks.size(); i++) {
      WindowMeasurement measurement =
          new WindowMeasurement(meters.get(i), settings, window.opened, closed);
      energies.add(measurement.energy(window.marks.get(i), marks.get(i)));
    }
    return energies;
  }

  /** What sampling a sensor cost and gave. */
  public record Sampling(SensorFacts sensor, PowerSeries series, Cadence cadence, long cpuNanos) {}

  /** The sampling of each sensor so far. */
  public List<Sampling> samplings() {
    return meters.stream()
        .map(m -> new Sampling(m.sensor().facts(), m.series(), m.cadence(), m.cpuNanos()))
        .toList();
  }

  /** Ends all threads and lets go of the sensors. */
  @Override
  public void close() {
    meters.forEach(SensorMeter::stop);
    meters.forEach(meter -> meter.sensor().close());
  }
}
