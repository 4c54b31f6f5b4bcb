package org.calque.runtime.power;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.ServiceLoader;
import java.util.stream.Collectors;

/** The sources that there are, in the order of their names. */
public final class PowerSources {
  private PowerSources() {}

  /** All of them. */
  public static List<PowerSource> all() {
    return ServiceLoader.load(PowerSource.class, PowerSources.class.getClassLoader()).stream()
        .map(ServiceLoader.Provider::get)
        .sorted(Comparator.comparing(PowerSource::name))
        .toList();
  }

  /**
   * Those of these names, or all for none.
   *
   * @throws IllegalArgumentException if there is no source of a name: which there are
   */
  public static List<PowerSource> named(List<String> names) {
    List<PowerSource> all = all();
    List<String> known = all.stream().map(PowerSource::name).toList();
    for (String name : names) {
      if (!known.contains(name)) {
        throw new IllegalArgumentException(
            "there is no power source '" + name + "'; there are " + String.join(", ", known));
      }
    }
    return all.stream().filter(s -> names.isEmpty() || names.contains(s.name())).toList();
  }

  /** What these sources have on this machine, all together. A source that fails is unavailable. */
  public static Findings find(List<PowerSource> sources, PowerSearch search) {
    List<Sensor> sensors = new ArrayList<>();
    List<Findings.Unavailable> unavailable = new ArrayList<>();
    List<PowerCap> caps = new ArrayList<>();
    for (PowerSource source : sources) {
      Findings found = found(source, search);
      sensors.addAll(found.sensors());
      unavailable.addAll(found.unavailable());
      caps.addAll(found.caps());
    }
    return new Findings(sensors, unavailable, caps);
  }

  /** The benchmark goes on whatever a library of a vendor does. */
  private static Findings found(PowerSource source, PowerSearch search) {
    try {
      return source.find(search);
    } catch (RuntimeException | LinkageError e) {
      return new Findings(
          List.of(), List.of(new Findings.Unavailable(source.name(), "all", e.toString())));
    }
  }

  /** What was looked for, for a line that says that nothing was found. */
  public static String names(List<PowerSource> sources) {
    return sources.stream().map(PowerSource::name).collect(Collectors.joining(", "));
  }
}
