package org.calque.runtime.power.sysfs;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.calque.runtime.power.Scope;
import org.calque.runtime.power.SensorFacts;

/**
 * A power zone of the kernel, as {@code Documentation/power/powercap} has it: the folder {@code
 * intel-rapl:0:1} is a part of {@code intel-rapl:0}. Numbers only tell what is part of what; which
 * socket or which kind it is stands in the file {@code name}.
 *
 * @param interfaceName how the kernel reaches the counter: {@code intel-rapl}, by registers of the
 *     processor, or another
 * @param device the names of the zones around it and its own: {@code package-0.dram}
 * @param kind its own name without a number: {@code dram}
 */
record RaplZone(Path folder, String interfaceName, String device, String kind) {
  /** The interface that is preferred where several reach the same counter. */
  private static final String REGISTERS = "intel-rapl";

  /** All zones, those of the preferred interface first. */
  static List<RaplZone> all(SystemFiles files) {
    Map<String, Path> folders = new LinkedHashMap<>();
    files.in("sys/class/powercap").forEach(f -> folders.put(f.getFileName().toString(), f));
    List.copyOf(folders.values()).forEach(folder -> addWithin(folder, folders));
    List<RaplZone> zones = new ArrayList<>();
    for (String number : folders.keySet()) {
      if (number.contains(":")) {
        zones.add(of(number, folders, files));
      }
    }
    zones.sort(Comparator.comparing(zone -> !zone.byRegisters()));
    return zones;
  }

  /** A container may see the zones only within those around them. */
  private static void addWithin(Path folder, Map<String, Path> folders) {
    for (Path part : SystemFiles.in(folder)) {
      if (part.getFileName().toString().startsWith(folder.getFileName() + ":")) {
        folders.putIfAbsent(part.getFileName().toString(), part);
        addWithin(part, folders);
      }
    }
  }

  private static RaplZone of(String number, Map<String, Path> folders, SystemFiles files) {
    List<String> names = new ArrayList<>();
    for (int end = number.indexOf(':'); end >= 0; end = number.indexOf(':', end + 1)) {
      int next = number.indexOf(':', end + 1);
      String around = next < 0 ? number : number.substring(0, next);
      Path folder = folders.get(around);
      String name = folder == null ? "" : files.text(folder.resolve("name"));
      names.add(name.isEmpty() ? around : name);
    }
    return new RaplZone(
        folders.get(number),
        number.substring(0, number.indexOf(':')),
        String.join(".", names),
        names.get(names.size() - 1).replaceFirst("-\\d.*", ""));
  }

  /** Whether the preferred interface shows it. */
  boolean byRegisters() {
    return interfaceName.equals(REGISTERS);
  }

  Path energy() {
    return folder.resolve("energy_uj");
  }

  Path range() {
    return folder.resolve("max_energy_range_uj");
  }

  /** Whether it is one of the dies of a package that have zones of their own. */
  boolean isDie() {
    return device.matches("package-\\d+-die-\\d+");
  }

  /** Whether both are dies of the same package. */
  boolean sharesPackage(RaplZone other) {
    return isDie() && other.isDie() && packageName().equals(other.packageName());
  }

  private String packageName() {
    return device.replaceFirst("-die-.*", "");
  }

  /** What it covers; null for a kind that is not known. */
  Scope scope() {
    return switch (kind) {
      case "package" -> Scope.CPU_PACKAGE;
      case "core" -> Scope.CPU_CORES;
      case "uncore" -> Scope.CPU_UNCORE;
      case "dram" -> Scope.DRAM;
      case "psys" -> Scope.PLATFORM;
      default -> null;
    };
  }

  /** Counters are of hardware: they know no processes. */
  private String attribution() {
    return switch (scope()) {
      case CPU_CORES -> "cores of the whole package, all processes";
      case CPU_UNCORE -> "graphics and other logic of the whole package, all processes";
      case DRAM -> "memory of the whole package, all processes";
      case PLATFORM -> "whole platform, all processes";
      default -> "whole package, all processes";
    };
  }

  SensorFacts facts(String uniqueDevice) {
    return new SensorFacts(
        RaplSource.NAME, uniqueDevice, folder.toString(), scope(), attribution());
  }
}
