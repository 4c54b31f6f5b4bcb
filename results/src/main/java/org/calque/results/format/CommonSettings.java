package org.calque.results.format;

import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * Settings that have one value for all of several benchmarks, so that it is enough to say them
 * once.
 *
 * @param values by name
 */
public record CommonSettings(Map<String, String> values) {

  /** What all of these have in common. */
  public static CommonSettings of(Iterable<Map<String, String>> all) {
    Map<String, String> common = null;
    for (Map<String, String> settings : all) {
      if (common == null) {
        common = new TreeMap<>(settings);
      } else {
        common.entrySet().retainAll(settings.entrySet());
      }
    }
    return new CommonSettings(common == null ? Map.of() : common);
  }

  /** The settings without those in common. */
  public Map<String, String> others(Map<String, String> settings) {
    Map<String, String> others = new TreeMap<>(settings);
    others.entrySet().removeAll(values.entrySet());
    return others;
  }

  /** Such as {@code batch=8, device=cpu}; empty for none. */
  @Override
  public String toString() {
    return describe(values);
  }

  /** Settings as {@code batch=8, device=cpu}. */
  public static String describe(Map<String, String> settings) {
    return settings.entrySet().stream()
        .map(setting -> setting.getKey() + "=" + setting.getValue())
        .collect(Collectors.joining(", "));
  }
}
