package org.calque.runtime.power.rocm;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import org.calque.runtime.power.Findings.Unavailable;

/**
 * The devices that a process may use: what {@code ROCR_VISIBLE_DEVICES} lists, in the order of the
 * kernel's nodes, and of those what {@code HIP_VISIBLE_DEVICES} lists by their place or, without
 * it, {@code CUDA_VISIBLE_DEVICES} (ROCm documentation, "GPU isolation techniques" and "HIP
 * environment variables"). A list ends at the first entry that names none.
 *
 * @param devices in the order of HIP, once each
 * @param invalid the entry that ended a list
 */
record VisibleDevices(List<RocmDevice> devices, List<Unavailable> invalid) {
  private static final String ROCR = "ROCR_VISIBLE_DEVICES";
  private static final List<String> HIP = List.of("HIP_VISIBLE_DEVICES", "CUDA_VISIBLE_DEVICES");

  /** How a UUID begins; of its digits as many are enough as no other has. */
  private static final Pattern UUID = Pattern.compile("GPU-.+", Pattern.CASE_INSENSITIVE);

  /** What stands for no device at all. */
  private static final List<String> NO_DEVICE = List.of("", "-1");

  /** Those of all devices that the environment lets a process use. */
  static VisibleDevices of(List<RocmDevice> all, Map<String, String> environment) {
    List<RocmDevice> devices = new ArrayList<>(all);
    if (all.stream().allMatch(device -> device.node() >= 0)) {
      devices.sort(Comparator.comparingLong(RocmDevice::node));
    }
    List<Unavailable> invalid = new ArrayList<>();
    if (environment.containsKey(ROCR)) {
      devices = listed(ROCR, environment.get(ROCR), devices, invalid);
    }
    // An empty list is no device to ROCm's runtime, and no list to HIP.
    Optional<String> hip =
        HIP.stream().filter(name -> !environment.getOrDefault(name, "").isEmpty()).findFirst();
    if (hip.isPresent()) {
      devices = listed(hip.get(), environment.get(hip.get()), devices, invalid);
    }
    return new VisibleDevices(devices, invalid);
  }

  private static List<RocmDevice> listed(
      String variable, String list, List<RocmDevice> all, List<Unavailable> invalid) {
    List<RocmDevice> devices = new ArrayList<>();
    for (String part : list.split(",", -1)) {
      String entry = part.strip();
      RocmDevice device = find(entry, all);
      if (device == null) {
        if (!NO_DEVICE.contains(entry)) {
          invalid.add(
              new Unavailable(
                  RocmSource.NAME,
                  entry,
                  variable
                      + " names no device by '"
                      + entry
                      + "': ROCm uses neither it nor what follows"));
        }
        break;
      }
      if (!devices.contains(device)) {
        devices.add(device);
      }
    }
    return devices;
  }

  /** Null for none. */
  private static RocmDevice find(String entry, List<RocmDevice> all) {
    if (entry.matches("\\d{1,9}")) {
      int place = Integer.parseInt(entry);
      return place < all.size() ? all.get(place) : null;
    }
    if (!UUID.matcher(entry).matches()) {
      return null;
    }
    List<RocmDevice> matching =
        all.stream()
            .filter(device -> device.uuid().regionMatches(true, 0, entry, 0, entry.length()))
            .toList();
    return matching.size() == 1 ? matching.get(0) : null;
  }
}
