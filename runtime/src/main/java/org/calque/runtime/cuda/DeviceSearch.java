package org.calque.runtime.cuda;

import static jcuda.driver.CUdevice_attribute.CU_DEVICE_ATTRIBUTE_CLOCK_RATE;
import static jcuda.driver.CUdevice_attribute.CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR;
import static jcuda.driver.CUdevice_attribute.CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR;
import static jcuda.driver.CUdevice_attribute.CU_DEVICE_ATTRIBUTE_MEMORY_CLOCK_RATE;
import static jcuda.driver.CUdevice_attribute.CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import jcuda.driver.CUresult;
import jcuda.driver.JCudaDriver;
import jcuda.runtime.JCuda;
import jcuda.runtime.cudaError;
import org.calque.runtime.ReplayException;

/**
 * Asks for devices in an order in which each answer makes the next question safe: the CUDA runtime
 * inside JCuda, which looks for the driver itself and needs none; then the driver.
 */
final class DeviceSearch {
  private static final String WANTED =
      "the driver of CUDA " + CudaVersion.OLDEST + " or newer (525 or newer)";

  private DeviceSearch() {}

  /** Devices, or the reason why there are none; throws nothing. */
  static CudaDevices run() {
    try {
      return search();
    } catch (ReplayException e) {
      return CudaDevices.none(e.getMessage());
    } catch (IOException e) {
      return CudaDevices.none(
          "JCuda's native libraries cannot be unpacked ("
              // Some messages are nothing but the name of a file.
              + e.getClass().getSimpleName()
              + ": "
              + e.getMessage()
              + "); set XDG_CACHE_HOME to a folder that can be written to");
    } catch (RuntimeException | LinkageError e) {
      return CudaDevices.none(
          "JCuda cannot be used on "
              + System.getProperty("os.name")
              + " "
              + System.getProperty("os.arch")
              + ": "
              + LinkFailure.reason(e));
    }
  }

  private static CudaDevices search() throws IOException {
    JCudaLibrary.RUNTIME.load();
    int[] number = new int[1];
    int result = JCuda.cudaDriverGetVersion(number);
    if (result != cudaError.cudaSuccess) {
      throw failed("cudaDriverGetVersion failed: " + cudaError.stringFor(result));
    }
    if (number[0] == 0) {
      return CudaDevices.none(
          "there is no NVIDIA driver, or only the stub of the CUDA toolkit: libcuda.so.1 is not found"
              + " or tells no version; install "
              + WANTED
              + ", or name the folder of its libcuda.so.1 in LD_LIBRARY_PATH");
    }
    CudaVersion version = new CudaVersion(number[0]);
    if (version.isTooOld()) {
      return CudaDevices.none(
          "the NVIDIA driver is too old: it knows CUDA " + version + "; install " + WANTED);
    }
    JCudaLibrary.DRIVER.load();
    return search(version);
  }

  private static CudaDevices search(CudaVersion version) {
    int result = JCudaDriver.cuInit(0);
    if (result == CUresult.CUDA_ERROR_NO_DEVICE) {
      return withoutDevices(version);
    }
    check("cuInit", result);
    int[] count = new int[1];
    check("cuDeviceGetCount", JCudaDriver.cuDeviceGetCount(count));
    if (count[0] == 0) {
      return withoutDevices(version);
    }
    List<CudaDevice> devices = new ArrayList<>();
    for (int ordinal = 0; ordinal < count[0]; ordinal++) {
      devices.add(describe(ordinal, version));
    }
    return CudaDevices.of(devices);
  }

  private static CudaDevice describe(int ordinal, CudaVersion version) {
    try {
      DeviceQuery device = new DeviceQuery(ordinal);
      return new CudaDevice(
          ordinal,
          device.name(),
          device.uuid(),
          version.toString(),
          device.attribute(CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR)
              + "."
              + device.attribute(CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR),
          device.memoryBytes(),
          device.attribute(CU_DEVICE_ATTRIBUTE_CLOCK_RATE),
          device.attribute(CU_DEVICE_ATTRIBUTE_MEMORY_CLOCK_RATE),
          device.attribute(CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT),
          device.pciBusId());
    } catch (ReplayException e) {
      throw failed(e.getMessage());
    }
  }

  private static CudaDevices withoutDevices(CudaVersion version) {
    return CudaDevices.none(
        "the NVIDIA driver (CUDA "
            + version
            + ") shows this process no device; check nvidia-smi -L and CUDA_VISIBLE_DEVICES");
  }

  private static void check(String call, int result) {
    if (result != CUresult.CUDA_SUCCESS) {
      throw failed(new DriverCalls("").failure(call, result));
    }
  }

  private static ReplayException failed(String failure) {
    return new ReplayException(failure + "; check that nvidia-smi works");
  }
}
