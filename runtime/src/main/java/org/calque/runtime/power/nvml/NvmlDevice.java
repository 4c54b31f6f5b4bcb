package org.calque.runtime.power.nvml;

import com.sun.jna.Pointer;
import java.util.regex.Pattern;
import org.calque.runtime.power.DeviceText;
import org.calque.runtime.power.SensorException;

/**
 * What NVML tells of a GPU. Texts that it does not tell are empty.
 *
 * @param index NVML's
 * @param handle null where NVML refuses the device
 * @param refusal why, then
 * @param sliced whether it is shared by slices of MIG
 */
record NvmlDevice(
    int index,
    Pointer handle,
    String refusal,
    String uuid,
    String pciBusId,
    String name,
    boolean sliced,
    int architecture) {
  /** {@code NVML_DEVICE_ARCH_TURING} */
  private static final int TURING = 6;

  /** Boards with the GA100, which is of the architecture Ampere and reads as those before. */
  private static final Pattern GA100 = Pattern.compile("\\bA(100|800|30)\\b");

  /** Modules of one processor, Grace, and GPUs. */
  private static final Pattern GRACE = Pattern.compile("\\b(GH200|GB200|GB300)\\b");

  /** Asks for all of it. */
  static NvmlDevice of(Nvml nvml, int index) {
    Pointer handle;
    try {
      handle = nvml.device(index);
    } catch (SensorException e) {
      return new NvmlDevice(index, null, e.getMessage(), "", "", "", false, 0);
    }
    return new NvmlDevice(
        index,
        handle,
        "",
        DeviceText.orEmpty(() -> nvml.uuid(handle)),
        DeviceText.orEmpty(() -> nvml.pciBusId(handle)),
        DeviceText.orEmpty(() -> nvml.name(handle)),
        nvml.sliced(handle),
        nvml.architecture(handle));
  }

  /** The name in results. */
  String device() {
    return "gpu" + index;
  }

  /** UUID, PCI bus id and board, as far as they are told. */
  String identity() {
    return DeviceText.joined(uuid, pciBusId, name);
  }

  /** Whether {@code nvmlDeviceGetPowerUsage} is an average over a second. */
  boolean averages() {
    return architecture > TURING && !GA100.matcher(name).find();
  }

  /** Whether it is on a module with its processor, whose energy the counter covers. */
  boolean isOnModule() {
    return GRACE.matcher(name).find();
  }
}
