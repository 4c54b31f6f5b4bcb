package org.calque.runtime.power;

import java.util.List;

/** Looks into what a source has found. */
public final class Found {
  private Found() {}

  /** Names of the devices of all sensors. */
  public static List<String> devices(Findings findings) {
    return findings.sensors().stream().map(sensor -> sensor.facts().device()).toList();
  }

  /** The sensor of a device. */
  public static Sensor sensor(Findings findings, String device) {
    return findings.sensors().stream()
        .filter(sensor -> sensor.facts().device().equals(device))
        .findFirst()
        .orElseThrow();
  }

  /** Power that a sensor tells now. */
  public static double watts(Sensor sensor) throws SensorException {
    return sensor.gauge().reading().read();
  }
}
