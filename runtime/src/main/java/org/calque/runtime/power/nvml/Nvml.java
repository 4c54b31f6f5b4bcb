package org.calque.runtime.power.nvml;

import com.sun.jna.Memory;
import com.sun.jna.Pointer;
import java.util.Locale;
import java.util.OptionalInt;
import org.calque.runtime.linux.OptionalLibrary;
import org.calque.runtime.power.SensorException;

/**
 * The calls of NVML. What fails says with which function, NVML's words and its number; a function
 * that the driver lacks fails like one that is refused.
 */
final class Nvml {
  private static final int SUCCESS = 0;
  private static final int NOT_SUPPORTED = 3;

  /** More than {@code NVML_DEVICE_UUID_V2_BUFFER_SIZE} and {@code NVML_DEVICE_NAME_V2_…}. */
  private static final int TEXT_SIZE = 128;

  /** More than {@code nvmlPciInfo_t} of any version, the longest of which has 68 bytes. */
  private static final int PCI_INFO_SIZE = 128;

  // nvmlPciInfo_t: in all versions after 16 characters.
  private static final int PCI_DOMAIN = 16;
  private static final int PCI_BUS = 20;
  private static final int PCI_DEVICE = 24;

  private final OptionalLibrary library;

  Nvml(OptionalLibrary library) {
    this.library = library;
  }

  /** Starts NVML; it stays until the process ends. */
  void start() throws SensorException {
    either("nvmlInit_v2", "nvmlInit");
  }

  /** The number of GPUs, whoever may use them. */
  int count() throws SensorException {
    try (Memory count = new Memory(Integer.BYTES)) {
      either("nvmlDeviceGetCount_v2", "nvmlDeviceGetCount", count);
      return count.getInt(0);
    }
  }

  /** The handle of a GPU by NVML's index. */
  Pointer device(int index) throws SensorException {
    try (Memory handle = new Memory(Long.BYTES)) {
      either("nvmlDeviceGetHandleByIndex_v2", "nvmlDeviceGetHandleByIndex", index, handle);
      return handle.getPointer(0);
    }
  }

  /** The UUID of the GPU that a slice of MIG is of. */
  String parentOfSlice(String slice) throws SensorException {
    try (Memory handle = new Memory(Long.BYTES)) {
      call("nvmlDeviceGetHandleByUUID", slice, handle);
      Pointer found = handle.getPointer(0);
      call("nvmlDeviceGetDeviceHandleFromMigDeviceHandle", found, handle);
      return uuid(handle.getPointer(0));
    }
  }

  String uuid(Pointer device) throws SensorException {
    return text("nvmlDeviceGetUUID", device);
  }

  String name(Pointer device) throws SensorException {
    return text("nvmlDeviceGetName", device);
  }

  private String text(String function, Pointer device) throws SensorException {
    try (Memory text = new Memory(TEXT_SIZE)) {
      text.clear();
      call(function, device, text, TEXT_SIZE - 1);
      return text.getString(0);
    }
  }

  /** Domain, bus, device and function, as {@code nvidia-smi} prints them. */
  String pciBusId(Pointer device) throws SensorException {
    try (Memory info = new Memory(PCI_INFO_SIZE)) {
      info.clear();
      if (library.call("nvmlDeviceGetPciInfo_v3", device, info).orElse(NOT_SUPPORTED) != SUCCESS) {
        either("nvmlDeviceGetPciInfo_v2", "nvmlDeviceGetPciInfo", device, info);
      }
      return String.format(
          Locale.ROOT,
          "%08X:%02X:%02X.0",
          info.getInt(PCI_DOMAIN),
          info.getInt(PCI_BUS),
          info.getInt(PCI_DEVICE));
    }
  }

  /** Whether the GPU is cut into slices now; one that does not tell is not. */
  boolean sliced(Pointer device) {
    try (Memory modes = new Memory(2 * Integer.BYTES)) {
      Pointer pending = modes.share(Integer.BYTES);
      OptionalInt result = library.call("nvmlDeviceGetMigMode", device, modes, pending);
      return result.orElse(NOT_SUPPORTED) == SUCCESS && modes.getInt(0) == 1;
    }
  }

  /** The number of the architecture; the largest where it is not told, as new ones are. */
  int architecture(Pointer device) {
    try (Memory architecture = new Memory(Integer.BYTES)) {
      OptionalInt result = library.call("nvmlDeviceGetArchitecture", device, architecture);
      int told = result.orElse(NOT_SUPPORTED) == SUCCESS ? architecture.getInt(0) : -1;
      return told < 0 ? Integer.MAX_VALUE : told;
    }
  }

  /** Milliwatts. */
  double powerUsage(Pointer device) throws SensorException {
    try (Memory power = new Memory(Integer.BYTES)) {
      call("nvmlDeviceGetPowerUsage", device, power);
      return Integer.toUnsignedLong(power.getInt(0));
    }
  }

  /** Milliwatts that the GPU keeps below now, by whichever of its bounds is the lowest. */
  double enforcedPowerLimit(Pointer device) throws SensorException {
    try (Memory limit = new Memory(Integer.BYTES)) {
      call("nvmlDeviceGetEnforcedPowerLimit", device, limit);
      return Integer.toUnsignedLong(limit.getInt(0));
    }
  }

  /** Whether there is a counter of energy at all. */
  boolean countsEnergy(Pointer device) {
    try (Memory energy = new Memory(Long.BYTES)) {
      int result =
          library.call("nvmlDeviceGetTotalEnergyConsumption", device, energy).orElse(NOT_SUPPORTED);
      return result != NOT_SUPPORTED;
    }
  }

  /** Millijoules since the driver was loaded. */
  long totalEnergy(Pointer device) throws SensorException {
    try (Memory energy = new Memory(Long.BYTES)) {
      call("nvmlDeviceGetTotalEnergyConsumption", device, energy);
      return energy.getLong(0);
    }
  }

  /**
   * The value of one field.
   *
   * @param what the field, for the message
   */
  double field(Pointer device, int field, int scope, String what) throws SensorException {
    try (Memory value = new Memory(FieldValue.SIZE)) {
      FieldValue.ask(value, field, scope);
      call("nvmlDeviceGetFieldValues", device, 1, value);
      int result = FieldValue.result(value);
      if (result != SUCCESS) {
        throw failure("nvmlDeviceGetFieldValues", result, " for " + what);
      }
      return FieldValue.number(value, what);
    }
  }

  /** Calls the first of two functions that there is. */
  private void either(String function, String older, Object... arguments) throws SensorException {
    OptionalInt result = library.call(function, arguments);
    if (result.isPresent()) {
      check(function, result.getAsInt());
    } else {
      call(older, arguments);
    }
  }

  private void call(String function, Object... arguments) throws SensorException {
    OptionalInt result = library.call(function, arguments);
    if (result.isEmpty()) {
      throw new SensorException(library.name() + " has no " + function);
    }
    check(function, result.getAsInt());
  }

  private void check(String function, int result) throws SensorException {
    if (result != SUCCESS) {
      throw failure(function, result, "");
    }
  }

  private SensorException failure(String function, int result, String what) {
    String words = library.text("nvmlErrorString", result).orElse("error");
    return new SensorException(function + what + ": " + words + " (" + result + ")");
  }
}
