package org.calque.runtime.cuda;

import java.nio.charset.StandardCharsets;
import jcuda.driver.CUdevice;
import jcuda.driver.CUuuid;
import jcuda.driver.JCudaDriver;
import org.calque.runtime.ReplayException;

/** Asks the driver, which has been initialised, about one device. */
final class DeviceQuery {
  private static final int LONGEST_NAME = 256;
  private static final int LONGEST_BUS_ID = 32;

  private final CUdevice device = new CUdevice();
  private final DriverCalls calls;

  /**
   * A device by its number.
   *
   * @throws ReplayException if a call of the driver fails, here as in all methods
   */
  DeviceQuery(int ordinal) {
    calls = new DriverCalls("device " + ordinal);
    calls.check("cuDeviceGet", JCudaDriver.cuDeviceGet(device, ordinal));
  }

  String name() {
    byte[] name = new byte[LONGEST_NAME];
    calls.check("cuDeviceGetName", JCudaDriver.cuDeviceGetName(name, name.length, device));
    int length = 0;
    while (length < name.length && name[length] != 0) {
      length++;
    }
    return new String(name, 0, length, StandardCharsets.UTF_8).strip();
  }

  String uuid() {
    CUuuid uuid = new CUuuid();
    calls.check("cuDeviceGetUuid", JCudaDriver.cuDeviceGetUuid(uuid, device));
    return DeviceUuid.format(uuid.bytes);
  }

  long memoryBytes() {
    long[] bytes = new long[1];
    calls.check("cuDeviceTotalMem", JCudaDriver.cuDeviceTotalMem(bytes, device));
    return bytes[0];
  }

  int attribute(int attribute) {
    int[] value = new int[1];
    calls.check("cuDeviceGetAttribute", JCudaDriver.cuDeviceGetAttribute(value, attribute, device));
    return value[0];
  }

  String pciBusId() {
    String[] id = new String[1];
    calls.check("cuDeviceGetPCIBusId", JCudaDriver.cuDeviceGetPCIBusId(id, LONGEST_BUS_ID, device));
    return id[0];
  }
}
