package org.calque.runtime.power.sysfs;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A monitoring chip as {@code Documentation/hwmon/sysfs-interface} has it. Older drivers put their
 * files beside the chip, into the folder of the device.
 *
 * @param folder of the chip
 * @param device folder of the device that it belongs to; that of the chip if there is none
 * @param name of the driver, such as {@code amdgpu}
 */
record HwmonChip(Path folder, Path device, String name, SystemFiles files) {
  private static final Pattern POWER = Pattern.compile("power(\\d+)_(average|input|instant)");

  static List<HwmonChip> all(SystemFiles files) {
    List<HwmonChip> chips = new ArrayList<>();
    for (Path folder : files.in("sys/class/hwmon")) {
      Path device = folder.resolve("device");
      HwmonChip chip =
          new HwmonChip(folder, Files.isDirectory(device) ? device : folder, "", files);
      chips.add(new HwmonChip(chip.folder, chip.device, chip.text("name"), files));
    }
    return chips;
  }

  /** The numbers of its power inputs. */
  List<Integer> powers() {
    TreeSet<Integer> numbers = new TreeSet<>();
    for (Path place : List.of(folder, device)) {
      for (Path file : SystemFiles.in(place)) {
        Matcher matcher = POWER.matcher(file.getFileName().toString());
        if (matcher.matches()) {
          numbers.add(Integer.valueOf(matcher.group(1)));
        }
      }
    }
    return List.copyOf(numbers);
  }

  /** A file of the chip or of its device; null if neither has it. */
  Path file(String file) {
    for (Path place : List.of(folder, device)) {
      if (Files.exists(place.resolve(file))) {
        return place.resolve(file);
      }
    }
    return null;
  }

  /** The text of a file; empty if it cannot be read. */
  String text(String file) {
    Path path = file(file);
    return path == null ? "" : files.text(path);
  }

  /** What the bus calls the device: {@code 0000:c1:00.0} or {@code ACPI000D:00}. */
  String address() {
    return SystemFiles.real(device).getFileName().toString();
  }

  /** Batteries and chargers are shown here a second time. */
  boolean isPowerSupply() {
    return Files.exists(device.resolve("power_now"))
        || Files.exists(device.resolve("current_now"))
        || Files.exists(device.resolve("online"));
  }
}
