package org.calque.runtime.power.sysfs;

import java.util.List;
import org.calque.runtime.power.PlausiblePower;
import org.calque.runtime.power.Reading;
import org.calque.runtime.power.SensorException;

/**
 * Power of a battery that gives any.
 *
 * @param status what the battery does
 * @param factors its power, or its voltage and current, in millionths. What flows out is negative
 *     with some drivers.
 */
record BatteryReading(SmallFile status, List<SmallFile> factors) implements Reading {
  @Override
  public double read() throws SensorException {
    String does = status.text();
    if (!does.equals("Discharging")) {
      throw new SensorException(
          status.path()
              + " says '"
              + does
              + "': on mains the battery tells nothing of the load; unplug the machine");
    }
    double watts = 1;
    for (SmallFile factor : factors) {
      watts *= Math.abs(factor.number() / FileReading.MILLIONTHS);
    }
    return PlausiblePower.check(watts, factors.get(0).path().getParent().toString());
  }

  @Override
  public void close() {
    status.close();
    factors.forEach(SmallFile::close);
  }
}
