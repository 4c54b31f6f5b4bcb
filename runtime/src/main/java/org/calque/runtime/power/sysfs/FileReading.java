package org.calque.runtime.power.sysfs;

import org.calque.runtime.power.PlausiblePower;
import org.calque.runtime.power.Reading;
import org.calque.runtime.power.SensorException;

/** Reads numbers that files hold. */
final class FileReading {
  /** The kernel tells power, voltage and current in millionths. */
  static final double MILLIONTHS = 1e6;

  private FileReading() {}

  /** A count, as it is. */
  static Reading count(SmallFile file) {
    return new Reading() {
      @Override
      public double read() throws SensorException {
        long count = file.number();
        if (count < 0) {
          throw file.unexpected();
        }
        return count;
      }

      @Override
      public void close() {
        file.close();
      }
    };
  }

  /** Power that a file holds in microwatts. */
  static Reading microwatts(SmallFile file) {
    String name = file.path().toString();
    return new Reading() {
      @Override
      public double read() throws SensorException {
        return PlausiblePower.check(file.number() / MILLIONTHS, name);
      }

      @Override
      public void close() {
        file.close();
      }
    };
  }
}
