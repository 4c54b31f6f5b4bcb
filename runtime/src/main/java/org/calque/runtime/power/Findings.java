package org.calque.runtime.power;

import java.util.List;

/**
 * What a source has on a machine.
 *
 * @param sensors that were read once and answered
 * @param unavailable what is there and cannot be read
 * @param caps bounds of power that are in force
 */
public record Findings(List<Sensor> sensors, List<Unavailable> unavailable, List<PowerCap> caps) {
  /** Nothing at all. */
  public static final Findings NONE = new Findings(List.of(), List.of());

  public Findings {
    sensors = List.copyOf(sensors);
    unavailable = List.copyOf(unavailable);
    caps = List.copyOf(caps);
  }

  /** Those of a source that knows of no bounds. */
  public Findings(List<Sensor> sensors, List<Unavailable> unavailable) {
    this(sensors, unavailable, List.of());
  }

  /**
   * A device or domain that cannot be read.
   *
   * @param device as a sensor of it would be called, such as {@code package-0}
   * @param reason what stands in the way and what to do about it, in one line: the file, the right
   *     that is missing, the answer of a library
   */
  public record Unavailable(String source, String device, String reason) {}
}
