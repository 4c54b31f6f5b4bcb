package org.calque.runtime.cuda;

/**
 * What the driver says of a device.
 *
 * @param ordinal its number in this process, from 0; {@code CUDA_VISIBLE_DEVICES} decides which
 *     devices are numbered
 * @param name such as {@code NVIDIA H200}
 * @param uuid as nvidia-smi prints it, {@code GPU-} and 32 digits in five groups; that of the whole
 *     device, also where the process was given a part of it
 * @param driverVersion newest CUDA version that the driver knows, such as {@code 13.0}
 * @param computeCapability such as {@code 9.0}
 * @param memoryBytes all of its memory, in bytes
 * @param clockKilohertz highest clock of its multiprocessors
 * @param memoryClockKilohertz highest clock of its memory
 * @param multiprocessors how many it has
 * @param pciBusId domain, bus, device and function, such as {@code 0000:3B:00.0}
 */
public record CudaDevice(
    int ordinal,
    String name,
    String uuid,
    String driverVersion,
    String computeCapability,
    long memoryBytes,
    int clockKilohertz,
    int memoryClockKilohertz,
    int multiprocessors,
    String pciBusId) {

  /** How messages call it: {@code device 0 (NVIDIA H200)}. */
  String label() {
    return "device " + ordinal + " (" + name + ")";
  }
}
