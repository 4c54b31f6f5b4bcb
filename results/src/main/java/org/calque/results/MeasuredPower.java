package org.calque.results;

import java.util.List;
import java.util.Optional;

/**
 * What sensors told of the power of a benchmark, beside JMH's record of the numbers. Numbers that
 * there are not are null, never 0.
 *
 * @param sensors that were read
 * @param unavailable what is there and could not be read
 * @param forks in their order
 */
public record MeasuredPower(List<Sensor> sensors, List<Unavailable> unavailable, List<Fork> forks) {

  /** Copies the lists. */
  public MeasuredPower {
    sensors = Facts.list(sensors, "sensors");
    unavailable = Facts.list(unavailable, "unavailable");
    forks = Facts.list(forks, "forks");
  }

  /** The sensor of that id; empty when it is not one of them. */
  public Optional<Sensor> sensor(String id) {
    return sensors.stream().filter(known -> known.id().equals(id)).findFirst();
  }

  /** The id with what the sensor covers, such as {@code rapl.package-0 (cpu package)}. */
  public String describe(String id) {
    return id + sensor(id).map(known -> " (" + known.scope() + ")").orElse("");
  }

  /**
   * A sensor.
   *
   * @param id its name in metrics, such as {@code rapl.package-0}
   * @param identity what tells the device from others of the machine: a UUID, an address, a folder
   * @param scope what its numbers cover, such as {@code cpu package}
   * @param attribution whose work they include
   * @param counterResolutionSeconds time between two steps of its counter; null for no counter
   * @param samplePeriodSeconds time between two values of its power; null for no power
   * @param averageSeconds what each of them is the average over; 0 for power of the instant
   */
  public record Sensor(
      String id,
      String identity,
      String scope,
      String attribution,
      Double counterResolutionSeconds,
      Double samplePeriodSeconds,
      Double averageSeconds) {}

  /** A device that could not be read, and why. */
  public record Unavailable(String source, String device, String reason) {}

  /**
   * One fork.
   *
   * @param started milliseconds since the epoch; times of the fork are seconds since then
   * @param idle what the machine drew before the work; empty where it was not asked for
   * @param iterations that were measured
   * @param samplings of each sensor
   */
  public record Fork(
      long started, List<Energy> idle, List<Iteration> iterations, List<Sampling> samplings) {
    /** Copies the lists. */
    public Fork {
      idle = Facts.list(idle, "idle");
      iterations = Facts.list(iterations, "iterations");
      samplings = Facts.list(samplings, "samplings");
    }
  }

  /**
   * The window of an iteration, in seconds.
   *
   * @param from when it was opened
   * @param to when it was closed
   * @param energies of each sensor
   */
  public record Iteration(double from, double to, List<Energy> energies) {
    /** Copies the list. */
    public Iteration {
      energies = Facts.list(energies, "energies");
    }
  }

  /**
   * What a sensor told of a window.
   *
   * @param sensor its id
   * @param method how {@code joules} was found; null when it was not
   * @param joules energy; null when it is not known
   * @param counted the same by a counter; null for none
   * @param integrated the same by integrating power; null for none
   * @param least lowest power in W
   * @param most highest power in W
   * @param samples of power in the window
   * @param gapSeconds longest time without one
   * @param validity {@code valid}, or why not, such as {@code below_resolution}
   * @param reason in one line, for a person; may also warn of a valid number
   */
  public record Energy(
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
      String reason) {
    private static final String VALID = "valid";

    /** Whether there is no doubt that is known of. */
    public boolean valid() {
      return VALID.equals(validity);
    }

    /** The validity for a person: {@code below resolution}. */
    public String validityLabel() {
      return validity == null ? "unknown" : validity.replace('_', ' ');
    }

    /** Why it is not valid, in one line: {@code below resolution: the window is 0.1 s}. */
    public String doubt() {
      return validityLabel() + (reason == null ? "" : ": " + reason);
    }
  }

  /**
   * How a sensor was read.
   *
   * @param sensor its id
   * @param readings how often
   * @param jitter mean deviation of the time between two readings, as a part of the period
   * @param cpuSeconds CPU time that reading took
   * @param seconds times of the samples; none unless they were asked for
   * @param watts power at each
   */
  public record Sampling(
      String sensor,
      long readings,
      double jitter,
      double cpuSeconds,
      List<Double> seconds,
      List<Double> watts) {
    /** Copies the lists. */
    public Sampling {
      seconds = Facts.list(seconds, "seconds");
      watts = Facts.list(watts, "watts");
    }
  }
}
