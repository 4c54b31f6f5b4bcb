package org.calque.runtime.power.command;

import java.time.Duration;
import org.calque.runtime.power.Reading;
import org.calque.runtime.power.SensorException;

/**
 * The power of one IPU or of its board. Each is asked for by its number, so that one that does not
 * answer leaves the others as they are.
 *
 * @param info prints the attributes of the device
 * @param attribute that has the power
 */
record IpuPower(Invocation info, String device, String attribute) implements Reading {
  static final String OF_IPU = "ipu power";
  static final String OF_BOARD = "total board power";

  /** Attributes, and how long it took to get them. */
  record Answer(DeviceInfo info, Duration time) {}

  /** Asks for the attributes. */
  Answer ask() throws SensorException {
    Invocation.Output output = info.run();
    DeviceInfo told = DeviceInfo.parse(output.lines());
    if (!told.get("id").equals(device)) {
      throw new SensorException(
          "gc-info answered for device '" + told.get("id") + "' when asked for " + device);
    }
    return new Answer(told, output.time());
  }

  /** The watts among attributes; never a stand-in for {@code N/A}. */
  double watts(DeviceInfo told) throws SensorException {
    String value = told.get(attribute);
    try {
      return WattsLine.parse(value);
    } catch (SensorException e) {
      throw new SensorException(
          "gc-info says '" + attribute + ": " + value + "' of device " + device, e);
    }
  }

  @Override
  public double read() throws SensorException {
    return watts(ask().info());
  }

  @Override
  public void close() {
    info.close();
  }
}
