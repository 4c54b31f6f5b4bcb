package org.calque.runtime.power.rocm;

import com.sun.jna.Memory;
import java.util.Locale;
import java.util.OptionalInt;
import org.calque.runtime.linux.OptionalLibrary;
import org.calque.runtime.power.SensorException;

/**
 * The calls of {@code rocm_smi.h}. What fails says with which function, the library's words and its
 * number.
 */
final class RocmSmi {
  private static final int SUCCESS = 0;

  private static final int TEXT_SIZE = 256;

  private final OptionalLibrary library;

  RocmSmi(OptionalLibrary library) {
    this.library = library;
  }

  /** Power in microwatts. */
  record Power(long microwatts, boolean averaged) {}

  /** A count of energy, one of which is this many microjoules. */
  record Energy(long count, double microjoules) {}

  /** Starts the library; it stays until the process ends. */
  void start() throws SensorException {
    call("rsmi_init", 0L);
  }

  int count() throws SensorException {
    try (Memory count = new Memory(Integer.BYTES)) {
      call("rsmi_num_monitor_devices", count);
      return count.getInt(0);
    }
  }

  /** The number that {@code ROCR_VISIBLE_DEVICES} has behind {@code GPU-}. */
  long uniqueId(int device) throws SensorException {
    return number("rsmi_dev_unique_id_get", device);
  }

  /** The number of the kernel's node for compute, by which ROCm's runtime orders devices. */
  long node(int device) throws SensorException {
    try (Memory node = new Memory(Integer.BYTES)) {
      call("rsmi_dev_node_id_get", device, node);
      return Integer.toUnsignedLong(node.getInt(0));
    }
  }

  /** Domain, bus, device and function, as {@code lspci} prints them. */
  String pciId(int device) throws SensorException {
    long id = number("rsmi_dev_pci_id_get", device);
    return String.format(
        Locale.ROOT, "%04x:%02x:%02x.%x", id >>> 32, id >> 8 & 0xff, id >> 3 & 0x1f, id & 7);
  }

  String name(int device) throws SensorException {
    try (Memory name = new Memory(TEXT_SIZE)) {
      name.clear();
      call("rsmi_dev_name_get", device, name, (long) TEXT_SIZE - 1);
      return name.getString(0);
    }
  }

  private long number(String function, int device) throws SensorException {
    try (Memory number = new Memory(Long.BYTES)) {
      call(function, device, number);
      return number.getLong(0);
    }
  }

  /** The power that the device has, which is that of the instant or an average. */
  Power power(int device) throws SensorException {
    try (Memory power = new Memory(Long.BYTES);
        Memory type = new Memory(Integer.BYTES)) {
      call("rsmi_dev_power_get", device, power, type);
      // RSMI_POWER_TYPE: 0 is an average, 1 of the instant, and others are none.
      int told = type.getInt(0);
      if (told != 0 && told != 1) {
        throw new SensorException(
            "rsmi_dev_power_get tells power of the invalid type " + Integer.toUnsignedString(told));
      }
      return new Power(power.getLong(0), told == 0);
    }
  }

  /** The average that older libraries tell. */
  Power averagePower(int device) throws SensorException {
    try (Memory power = new Memory(Long.BYTES)) {
      call("rsmi_dev_power_ave_get", device, 0, power);
      return new Power(power.getLong(0), true);
    }
  }

  Energy energy(int device) throws SensorException {
    try (Memory count = new Memory(Long.BYTES);
        Memory resolution = new Memory(Long.BYTES);
        Memory time = new Memory(Long.BYTES)) {
      resolution.clear(); // a version that does not know it has the time here
      call("rsmi_dev_energy_count_get", device, count, resolution, time);
      return new Energy(count.getLong(0), resolution.getFloat(0));
    }
  }

  private void call(String function, Object... arguments) throws SensorException {
    OptionalInt result = library.call(function, arguments);
    if (result.isEmpty()) {
      throw new SensorException(library.name() + " has no " + function);
    }
    int status = result.getAsInt();
    if (status != SUCCESS) {
      throw new SensorException(
          function + ": " + words(status) + " (" + Integer.toUnsignedString(status) + ")");
    }
  }

  private String words(int status) {
    try (Memory text = new Memory(Long.BYTES)) {
      text.clear();
      library.call("rsmi_status_string", status, text);
      return text.getPointer(0) == null ? "error" : text.getPointer(0).getString(0);
    }
  }
}
