package org.calque.results;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Reads the set-up of a Linux machine from {@code /proc} and {@code /sys}.
 *
 * @param root the folder that these are in, {@code /} but for tests
 */
record MachineSettingProbe(Path root) {
  private static final Pattern CONTAINER_GROUP =
      Pattern.compile("(docker|kubepods|libpod|lxc|containerd|garden)");
  private static final Set<String> POWER_FILES =
      Set.of("power1_input", "power1_average", "energy1_input");

  MachineSetting probe() {
    return new MachineSetting(
        cores().orElse(null),
        governors().orElse(null),
        read("sys/devices/system/cpu/cpu0/cpufreq/cpuinfo_max_freq")
            .filter(kilohertz -> kilohertz.matches("\\d{1,9}"))
            .map(kilohertz -> Integer.parseInt(kilohertz) / 1000)
            .orElse(null),
        container().orElse(null),
        virtualMachine().orElse(null),
        powerSources());
  }

  /** A core is a package and a number in it. */
  private Optional<Integer> cores() {
    Set<String> cores =
        cpus().stream()
            .map(cpu -> cpu.resolve("topology"))
            .flatMap(
                topology ->
                    read(topology.resolve("physical_package_id"))
                        .flatMap(
                            chip ->
                                read(topology.resolve("core_id")).map(core -> chip + "/" + core))
                        .stream())
            .collect(Collectors.toSet());
    return cores.isEmpty() ? Optional.empty() : Optional.of(cores.size());
  }

  private Optional<String> governors() {
    String governors =
        cpus().stream()
            .flatMap(cpu -> read(cpu.resolve("cpufreq/scaling_governor")).stream())
            .distinct()
            .sorted()
            .collect(Collectors.joining(", "));
    return governors.isEmpty() ? Optional.empty() : Optional.of(governors);
  }

  private List<Path> cpus() {
    return children("sys/devices/system/cpu").stream()
        .filter(child -> child.getFileName().toString().matches("cpu\\d+"))
        .toList();
  }

  private Optional<String> container() {
    if (Files.exists(root.resolve(".dockerenv"))) {
      return Optional.of("docker");
    }
    if (Files.exists(root.resolve("run/.containerenv"))) {
      return Optional.of("podman");
    }
    Matcher group = CONTAINER_GROUP.matcher(read("proc/1/cgroup").orElse(""));
    return group.find() ? Optional.of(group.group(1)) : Optional.empty();
  }

  private Optional<String> virtualMachine() {
    boolean guest = read("proc/cpuinfo").orElse("").matches("(?s).*\\bhypervisor\\b.*");
    String product =
        Stream.of("sys/class/dmi/id/sys_vendor", "sys/class/dmi/id/product_name")
            .flatMap(file -> read(file).stream())
            .distinct()
            .collect(Collectors.joining(" "));
    return !guest
        ? Optional.empty()
        : Optional.of(product.isEmpty() ? "a hypervisor that does not name itself" : product);
  }

  /** Domains of RAPL, power meters of the mainboard and batteries. */
  private List<String> powerSources() {
    List<String> sources = new ArrayList<>();
    for (Path domain : children("sys/class/powercap")) {
      read(domain.resolve("name"))
          .ifPresent(name -> sources.add(source("rapl " + name, domain.resolve("energy_uj"))));
    }
    for (Path sensor : children("sys/class/hwmon")) {
      children(sensor).stream()
          .filter(file -> POWER_FILES.contains(file.getFileName().toString()))
          .findFirst()
          .ifPresent(
              file ->
                  sources.add(source("hwmon " + read(sensor.resolve("name")).orElse("?"), file)));
    }
    for (Path supply : children("sys/class/power_supply")) {
      Path file = supply.resolve("power_now");
      if (Files.exists(file)) {
        sources.add(source("power_supply " + supply.getFileName(), file));
      }
    }
    return sources;
  }

  private static String source(String name, Path file) {
    return Files.isReadable(file) ? name : name + " (no right to read " + file + ")";
  }

  private List<Path> children(String folder) {
    return children(root.resolve(folder));
  }

  private static List<Path> children(Path folder) {
    try (Stream<Path> children = Files.list(folder)) {
      return children.sorted().toList();
    } catch (IOException | UncheckedIOException e) {
      return List.of(); // not Linux, or hidden by a sandbox
    }
  }

  private Optional<String> read(String file) {
    return read(root.resolve(file));
  }

  private static Optional<String> read(Path file) {
    try {
      String text = Files.readString(file, StandardCharsets.ISO_8859_1).strip();
      return text.isEmpty() ? Optional.empty() : Optional.of(text);
    } catch (IOException e) {
      return Optional.empty();
    }
  }
}
