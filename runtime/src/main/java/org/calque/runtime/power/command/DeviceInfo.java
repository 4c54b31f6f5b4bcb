package org.calque.runtime.power.command;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What {@code gc-info} prints of one device (Graphcore Command Line Tools, "Device attributes"):
 * lines such as {@code ipu power: 92.3 W} after a heading.
 */
record DeviceInfo(Map<String, String> attributes) {
  private static final Pattern ATTRIBUTE = Pattern.compile("\\s+([^:]+):\\s*(.*)");

  /** In a list of devices; those within one of several IPUs are indented. */
  private static final Pattern LISTED =
      Pattern.compile("-\\+- Id:\\s*\\[(\\d+)], target:\\s*\\[([^]]+)].*");

  private static final String SEVERAL = "Multi IPU";

  static DeviceInfo parse(List<String> lines) {
    Map<String, String> attributes = new LinkedHashMap<>();
    for (String line : lines) {
      Matcher matcher = ATTRIBUTE.matcher(line);
      if (matcher.matches()) {
        attributes.put(matcher.group(1).strip(), matcher.group(2).strip());
      }
    }
    return new DeviceInfo(attributes);
  }

  /** The devices of a list that are one IPU each. */
  static List<String> single(List<String> lines) {
    return lines.stream()
        .map(LISTED::matcher)
        .filter(Matcher::matches)
        .filter(device -> !device.group(2).equals(SEVERAL))
        .map(device -> device.group(1))
        .distinct()
        .toList();
  }

  /** An attribute; empty if it is missing. */
  String get(String attribute) {
    return attributes.getOrDefault(attribute, "");
  }
}
