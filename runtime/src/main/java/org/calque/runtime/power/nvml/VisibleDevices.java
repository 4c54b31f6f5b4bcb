package org.calque.runtime.power.nvml;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.calque.runtime.power.SensorException;

/**
 * The GPUs that a process may use: those that {@code CUDA_VISIBLE_DEVICES} lists, up to the first
 * entry that names none (CUDA C++ Programming Guide, "CUDA Environment Variables"), or all.
 *
 * @param devices in the order of the list, once each
 * @param numbered whether a number of CUDA's order chose one of several boards
 * @param sliced those of which only a slice is visible
 * @param invalid the entry that ended the list; empty for none
 */
record VisibleDevices(
    List<NvmlDevice> devices, boolean numbered, Set<NvmlDevice> sliced, String invalid) {
  static final String VARIABLE = "CUDA_VISIBLE_DEVICES";

  private static final String ORDER = "CUDA_DEVICE_ORDER";

  /** CUDA's order that is NVML's. */
  private static final String BY_BUS = "PCI_BUS_ID";

  private static final String GPU = "GPU-";
  private static final String SLICE = "MIG-";

  /** Those of all devices that the environment lets a process use. */
  static VisibleDevices of(List<NvmlDevice> all, Map<String, String> environment, Nvml nvml) {
    String list = environment.get(VARIABLE);
    if (list == null) {
      return new VisibleDevices(all, false, Set.of(), "");
    }
    Set<NvmlDevice> devices = new LinkedHashSet<>();
    Set<NvmlDevice> sliced = new LinkedHashSet<>();
    boolean numbered = false;
    String invalid = "";
    for (String part : list.split(",", -1)) {
      String entry = part.strip();
      NvmlDevice device = find(entry, all, nvml);
      if (device == null) {
        invalid = entry;
        break;
      }
      numbered |= isNumber(entry);
      devices.add(device);
      if (entry.startsWith(SLICE)) {
        sliced.add(device);
      }
    }
    boolean ordered = BY_BUS.equals(environment.get(ORDER));
    boolean alike = all.stream().map(NvmlDevice::name).distinct().count() < 2;
    return new VisibleDevices(
        new ArrayList<>(devices), numbered && !ordered && !alike, sliced, invalid);
  }

  private static boolean isNumber(String entry) {
    return entry.matches("\\d{1,9}");
  }

  /** Null for none. */
  private static NvmlDevice find(String entry, List<NvmlDevice> all, Nvml nvml) {
    if (isNumber(entry)) {
      int index = Integer.parseInt(entry);
      return index < all.size() ? all.get(index) : null;
    }
    if (entry.startsWith(SLICE)) {
      return only(parent(entry, nvml), all);
    }
    return entry.startsWith(GPU) ? only(entry, all) : null;
  }

  /** Older drivers have the GPU in the name of a slice: {@code MIG-GPU-uuid/1/0}. */
  private static String parent(String slice, Nvml nvml) {
    String named = slice.substring(SLICE.length());
    if (named.startsWith(GPU)) {
      return named.replaceFirst("/.*", "");
    }
    try {
      return nvml.parentOfSlice(slice);
    } catch (SensorException e) {
      return slice; // no GPU's
    }
  }

  /** The one device whose UUID starts so; null where there are none or several. */
  private static NvmlDevice only(String prefix, List<NvmlDevice> all) {
    List<NvmlDevice> matching =
        all.stream().filter(device -> device.uuid().startsWith(prefix)).toList();
    return matching.size() == 1 ? matching.get(0) : null;
  }
}
