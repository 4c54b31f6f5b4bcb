package org.calque.runtime.power.sysfs;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.calque.runtime.power.PowerCap;

/**
 * The bounds of a power zone: {@code constraint_0_power_limit_uw} and further ones, each with a
 * name such as {@code long_term}. Everybody may read them, also where the counter is for root.
 */
final class RaplCaps {
  private static final Pattern LIMIT = Pattern.compile("constraint_(\\d+)_power_limit_uw");

  /** A zone that can be switched off and is, keeps to nothing. */
  private static final String OFF = "0";

  private RaplCaps() {}

  /** Those that are in force. */
  static List<PowerCap> of(RaplZone zone, SystemFiles files) {
    List<PowerCap> caps = new ArrayList<>();
    if (files.text(zone.folder().resolve("enabled")).equals(OFF)) {
      return caps;
    }
    for (Path file : SystemFiles.in(zone.folder())) {
      Matcher limit = LIMIT.matcher(file.getFileName().toString());
      if (limit.matches()) {
        long microwatts = files.number(file);
        String name = files.text(zone.folder().resolve("constraint_" + limit.group(1) + "_name"));
        if (microwatts > 0) {
          String which = name.isEmpty() ? "constraint_" + limit.group(1) : name;
          caps.add(
              new PowerCap(
                  RaplSource.NAME,
                  device(zone) + " " + which,
                  microwatts / FileReading.MILLIONTHS));
        }
      }
    }
    return caps;
  }

  /** Two interfaces to one package have bounds of their own, and the lower one holds. */
  private static String device(RaplZone zone) {
    return zone.byRegisters() ? zone.device() : zone.device() + "." + zone.interfaceName();
  }
}
