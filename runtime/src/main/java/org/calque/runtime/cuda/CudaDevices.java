package org.calque.runtime.cuda;

import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.calque.runtime.ReplayException;

/** The NVIDIA devices that this process can use, or why there are none. */
public final class CudaDevices {
  private static CudaDevices found;

  private final List<CudaDevice> devices;
  private final String absence;

  private CudaDevices(List<CudaDevice> devices, String absence) {
    this.devices = List.copyOf(devices);
    this.absence = absence;
  }

  /** Devices, in order of their ordinals. */
  static CudaDevices of(List<CudaDevice> devices) {
    return new CudaDevices(devices, null);
  }

  /** No devices, for a reason of one line. */
  static CudaDevices none(String absence) {
    return new CudaDevices(List.of(), absence);
  }

  /**
   * Looks for devices, once in a process. Throws nothing, and is safe without an NVIDIA driver, on
   * platforms that JCuda does not know, and with drivers that are too old.
   */
  public static synchronized CudaDevices find() {
    if (found == null) {
      found = DeviceSearch.run();
    }
    return found;
  }

  /** The devices by their ordinals; empty exactly where {@link #absence} says why. */
  public List<CudaDevice> devices() {
    return devices;
  }

  /** One line, where there are no devices: why, and what to do. */
  public Optional<String> absence() {
    return Optional.ofNullable(absence);
  }

  /**
   * A device.
   *
   * @param ordinal its number in this process
   * @throws ReplayException if there is none of this number; it names those that there are
   */
  public CudaDevice device(int ordinal) {
    if (absence != null) {
      throw new ReplayException("there is no CUDA device " + ordinal + ": " + absence);
    }
    if (ordinal < 0 || ordinal >= devices.size()) {
      throw new ReplayException(
          "there is no CUDA device "
              + ordinal
              + "; choose one of "
              + devices.stream()
                  .map(device -> device.ordinal() + " (" + device.name() + ")")
                  .collect(Collectors.joining(", ")));
    }
    return devices.get(ordinal);
  }
}
