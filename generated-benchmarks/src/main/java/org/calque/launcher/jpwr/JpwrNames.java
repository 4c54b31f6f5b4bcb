package org.calque.launcher.jpwr;

import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.calque.runtime.power.Scope;
import org.calque.runtime.power.SensorFacts;

/** What jpwr calls methods and columns that both have. */
public final class JpwrNames {
  /** Its methods by what Calque calls such a source. */
  private static final Map<String, String> METHODS =
      Map.of("nvml", "pynvml", "rocm", "rocm", "hwmon", "gh", "gcipuinfo", "gc");

  private static final Pattern NUMBERED = Pattern.compile("(?:gpu|ipu)(\\d+)");
  private static final Pattern GRACE = Pattern.compile("(module|grace|cpu|sysio)-(\\d+)");

  private static final Map<String, String> METERS =
      Map.of("module", "Module", "grace", "Grace", "cpu", "CPU", "sysio", "SysIO");

  private JpwrNames() {}

  /** The source of a method of jpwr's; a word that is none stays as it is. */
  public static String source(String word) {
    return METHODS.entrySet().stream()
        .filter(entry -> entry.getValue().equals(word.toLowerCase(Locale.ROOT)))
        .map(Map.Entry::getKey)
        .findFirst()
        .orElse(word);
  }

  /**
   * The column of a sensor: jpwr's where it would measure the same, such as {@code pynvml:0} or
   * {@code gh:Module Power Socket 0}, else source and device.
   */
  static String column(SensorFacts sensor) {
    Matcher numbered = NUMBERED.matcher(sensor.device());
    if (numbered.matches() && METHODS.containsKey(sensor.source())) {
      return METHODS.get(sensor.source()) + ":" + numbered.group(1);
    }
    Matcher grace = GRACE.matcher(sensor.device());
    if (sensor.source().equals("hwmon") && grace.matches() && sensor.scope() != Scope.COMPONENT) {
      return "gh:" + METERS.get(grace.group(1)) + " Power Socket " + grace.group(2);
    }
    return sensor.source() + ":" + sensor.device();
  }
}
